//! Figures of one variant under one load, over all rounds.

use std::fmt;
use std::time::Duration;

use super::{Window, number};

/// The middle of several figures, and how far they lie apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Smallest figure.
    pub min: f64,
    /// The figure in the middle.
    pub median: f64,
    /// Largest figure.
    pub max: f64,
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [min, median, max] = [self.min, self.median, self.max].map(number);
        write!(f, "**{median}** ({min}–{max})")
    }
}

impl Spread {
    /// Of at least one figure.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[must_use]
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<f64> = figures.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let (min, max) = (sorted[0], sorted[sorted.len() - 1]);
        let half = sorted.len() / 2;
        let median = if sorted.len().is_multiple_of(2) {
            f64::midpoint(sorted[half - 1], sorted[half])
        } else {
            sorted[half]
        };
        Self { min, median, max }
    }
}

/// What one variant did under one load, a window a round.
#[derive(Debug, Default)]
pub struct Figures {
    windows: Vec<Window>,
}

impl Figures {
    /// Adds a round.
    pub fn add(&mut self, window: Window) {
        self.windows.push(window);
    }

    /// Commands a second.
    #[must_use]
    pub fn rate(&self) -> Spread {
        Spread::of(self.windows.iter().map(Window::rate))
    }

    /// Its rate over another one's, round by round.
    #[must_use]
    pub fn ratio_to(&self, other: &Self) -> Spread {
        let pairs = self.windows.iter().zip(&other.windows);
        Spread::of(pairs.map(|(own, other)| own.rate() / other.rate().max(f64::MIN_POSITIVE)))
    }

    /// So many of a hundred commands were answered in this time.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Duration {
        let mut sorted: Vec<Duration> = self
            .windows
            .iter()
            .flat_map(|window| window.latencies.iter().copied())
            .collect();
        sorted.sort_unstable();
        percentile(&sorted, percent)
    }

    /// Events in one commit, where they were counted.
    #[must_use]
    pub fn batch(&self) -> Option<Spread> {
        let batches: Vec<f64> = self.windows.iter().filter_map(|it| it.batch).collect();
        (!batches.is_empty()).then(|| Spread::of(batches))
    }

    /// Processor time that the server spent on a command.
    #[must_use]
    pub fn server_time(&self) -> Duration {
        self.each(|window| window.server)
    }

    /// Processor time that the clients spent on a command.
    #[must_use]
    pub fn client_time(&self) -> Duration {
        self.each(|window| window.clients)
    }

    fn each(&self, of: impl Fn(&Window) -> Duration) -> Duration {
        let spent: Duration = self.windows.iter().map(of).sum();
        spent.div_f64((self.commands() as f64).max(1.0))
    }

    fn commands(&self) -> usize {
        let counts = self.windows.iter().map(|window| window.latencies.len());
        counts.sum()
    }
}

/// Of sorted times, the one that so many of a hundred do not exceed; zero where there are none.
#[must_use]
pub fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let index = sorted.len() * percent / 100;
    let last = sorted.len().saturating_sub(1);
    sorted.get(index.min(last)).copied().unwrap_or_default()
}

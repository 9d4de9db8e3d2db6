//! The report: a part of `.github/benchmarks.md` between two marks, and a picture for it.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::combinators::IntoLogRange;
use plotters::drawing::IntoDrawingArea;
use plotters::element::{Circle, PathElement};
use plotters::prelude::SVGBackend;
use plotters::series::LineSeries;
use plotters::style::{BLACK, Color, HSLColor, IntoFont, WHITE};

/// One part of the page of benchmarks.
#[derive(Debug)]
pub struct Report {
    name: &'static str,
    text: String,
}

/// A picture of several lines over the same loads, with a logarithmic scale.
#[derive(Debug)]
pub struct Chart<'a> {
    /// What is drawn, with its unit.
    pub title: &'a str,
    /// Names of the loads, from left to right.
    pub loads: &'a [String],
    /// What was measured.
    pub lines: Vec<Line>,
}

/// One variant's figures.
#[derive(Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// A figure above zero for each load.
    pub figures: Vec<f64>,
}

impl Report {
    /// A part that begins with this heading; `name` is that of its marks.
    #[must_use]
    pub fn new(name: &'static str, heading: &str) -> Self {
        let text = format!("## {heading}\n\n");
        Self { name, text }
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push_str("\n\n");
    }

    /// Adds a table; the first row has its columns' names.
    pub fn table(&mut self, rows: &[Vec<String>]) {
        for (index, row) in rows.iter().enumerate() {
            let mut push = |cells: &str| self.text.extend(["| ", cells, " |\n"]);
            push(&row.join(" | "));
            if index == 0 {
                push(&vec!["---"; row.len()].join(" | "));
            }
        }
        self.text.push('\n');
    }

    /// Adds a picture, drawn when the report is written.
    pub fn chart(&mut self, chart: &Chart<'_>, is_written: bool) {
        let file = format!("benchmarks-{}.svg", self.name);
        if is_written {
            draw(chart, &page_folder().join(&file)).expect("the picture can be drawn");
        }
        self.paragraph(&format!("![{}]({file})", chart.title));
    }

    /// Prints the report, and puts it into the page where that is wanted.
    ///
    /// # Panics
    ///
    /// When the page has no place for it.
    #[expect(clippy::print_stdout, reason = "a benchmark says what it has measured")]
    pub fn finish(self, is_written: bool) {
        println!("{}", self.text);
        if !is_written {
            return;
        }
        let path = page_folder().join("benchmarks.md");
        let page = fs::read_to_string(&path).expect("the page can be read");
        let (begin, end) = (
            format!("<!-- {} -->\n", self.name),
            format!("<!-- end of {} -->", self.name),
        );
        let (before, rest) = page
            .split_once(&begin)
            .expect("the page has this part's mark");
        let (_, after) = rest
            .split_once(&end)
            .expect("the page has the mark of its end");
        let page = format!("{before}{begin}{}{end}{after}", self.text);
        fs::write(path, page).expect("the page can be written");
    }
}

fn page_folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.github"))
}

/// A row of a table: its name and its cells.
#[must_use]
pub fn row(name: &str, cells: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    let cells = cells.into_iter().map(Into::into);
    std::iter::once(name.to_owned()).chain(cells).collect()
}

/// A time in milliseconds.
#[must_use]
pub fn millis(time: Duration) -> String {
    number(time.as_secs_f64() * 1_000.0)
}

/// A figure with three digits that mean something.
#[must_use]
pub fn number(figure: f64) -> String {
    let magnitude = figure.abs();
    if magnitude >= 10_000.0 {
        format!("{:.1}k", figure / 1_000.0)
    } else if magnitude >= 100.0 {
        format!("{figure:.0}")
    } else if magnitude >= 10.0 {
        format!("{figure:.1}")
    } else {
        format!("{figure:.2}")
    }
}

/// Date, commit, processors and `PostgreSQL` in one sentence.
#[must_use]
pub fn machine(postgres: &str) -> String {
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output();
        output
            .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
            .unwrap_or_default()
    };
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = information
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("unknown", |line| line.trim_start_matches(['\t', ' ', ':']));
    format!(
        "Measured on {}, commit {}, {processors} processors ({model}), {postgres}.",
        said("date", &["-u", "+%Y-%m-%d"]),
        said("git", &["describe", "--always", "--dirty", "--exclude=*"]),
    )
}

fn draw(data: &Chart<'_>, path: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let figures = data.lines.iter().flat_map(|line| line.figures.iter());
    let (low, high) = figures.fold((f64::MAX, 0.0_f64), |(low, high), figure| {
        (low.min(*figure), high.max(*figure))
    });
    let area = SVGBackend::new(path, (860, 520)).into_drawing_area();
    area.fill(&WHITE)?;
    let last = data.loads.len().saturating_sub(1);
    let range = (low * 0.7..high * 1.4).log_scale();
    let mut plot = ChartBuilder::on(&area)
        .caption(data.title, ("sans-serif", 18).into_font())
        .margin(12)
        .margin_right(40)
        .x_label_area_size(32)
        .y_label_area_size(64)
        .build_cartesian_2d(-0.15..last as f64 + 0.15, range)?;
    plot.configure_mesh()
        .x_labels(data.loads.len() * 2)
        .x_label_formatter(&|place| label(data.loads, *place))
        .y_label_formatter(&|figure| number(*figure))
        .disable_x_mesh()
        .draw()?;
    for (index, line) in data.lines.iter().enumerate() {
        // Hues apart from one another, all dark enough for white paper.
        let hue = index as f64 / data.lines.len() as f64;
        let color = HSLColor(hue, 0.8, 0.4);
        let places = || (0..).map(f64::from).zip(line.figures.iter().copied());
        plot.draw_series(LineSeries::new(places(), color.stroke_width(2)))?
            .label(&line.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(3)));
        plot.draw_series(places().map(|place| Circle::new(place, 3, color.filled())))?;
    }
    plot.configure_series_labels()
        .position(SeriesLabelPosition::LowerLeft)
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()?;
    Ok(())
}

/// The load at a whole place of the axis.
fn label(loads: &[String], place: f64) -> String {
    let nearest = place.round();
    if (place - nearest).abs() > 0.01 || nearest < 0.0 {
        return String::new();
    }
    loads.get(nearest as usize).cloned().unwrap_or_default()
}

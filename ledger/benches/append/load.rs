//! How many clients work, and on how many wallets.

/// Wallets that clients choose from at random where they are spread.
pub(crate) const WALLETS: u64 = 2_000;

/// A number of clients.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    /// Its column in the tables.
    pub(crate) name: &'static str,
    pub(crate) clients: usize,
    /// Wallets that they choose from.
    pub(crate) wallets: u64,
}

pub(crate) const LOADS: [Load; 5] = [
    spread("1", 1),
    spread("16", 16),
    spread("64", 64),
    spread("256", 256),
    Load {
        name: "64 on one wallet",
        clients: 64,
        wallets: 1,
    },
];

const fn spread(name: &'static str, clients: usize) -> Load {
    Load {
        name,
        clients,
        wallets: WALLETS,
    }
}

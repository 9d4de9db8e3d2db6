//! The few words of a line, on the wire and in the table.

/// The kind of operation that a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StatementType {
    /// Money from the bank.
    Deposit,
    /// Money between the main wallet and a game.
    Transfer,
    /// Money to the bank.
    Withdraw,
    /// Money that the house gives.
    Bonus,
    /// The end of a bonus.
    FinishBonus,
    /// A correction by staff.
    Correction,
}

impl StatementType {
    /// Every type.
    pub const ALL: [Self; 6] = [
        Self::Deposit,
        Self::Transfer,
        Self::Withdraw,
        Self::Bonus,
        Self::FinishBonus,
        Self::Correction,
    ];

    /// The word on the wire and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Deposit => "deposit",
            Self::Transfer => "transfer",
            Self::Withdraw => "withdraw",
            Self::Bonus => "bonus",
            Self::FinishBonus => "finish_bonus",
            Self::Correction => "correction",
        }
    }

    /// Reads the stored word; none where it is unknown.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// How far an operation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// Not ended.
    Pending,
    /// Ended as requested.
    Success,
    /// Ended without effect; money that had left came back.
    Failed,
}

impl Status {
    /// The word on the wire and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "PENDING",
            Self::Success => "SUCCESS",
            Self::Failed => "FAILED",
        }
    }

    /// Reads the stored word; none where it is unknown.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Pending, Self::Success, Self::Failed]
            .into_iter()
            .find(|status| status.as_str() == text)
    }
}

/// A line's effect on the main wallet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Raised it.
    In,
    /// Lowered it.
    Out,
    /// Nothing, or nothing yet.
    None,
}

impl Direction {
    /// The word on the wire and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Out => "out",
            Self::None => "none",
        }
    }

    /// Reads the stored word; none where it is unknown.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::In, Self::Out, Self::None]
            .into_iter()
            .find(|direction| direction.as_str() == text)
    }
}

/// By which way a deposit came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DepositMethod {
    /// A transfer to the operator's bank account, proved by its slip.
    Slip,
    /// A payment of a QR order.
    Qr,
    /// A gift link.
    Gift,
    /// Found by staff.
    Manual,
}

impl DepositMethod {
    /// The word on the wire and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Slip => "slip",
            Self::Qr => "qr",
            Self::Gift => "gift",
            Self::Manual => "manual",
        }
    }

    /// Reads the stored word; none where it is unknown.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Slip, Self::Qr, Self::Gift, Self::Manual]
            .into_iter()
            .find(|method| method.as_str() == text)
    }
}

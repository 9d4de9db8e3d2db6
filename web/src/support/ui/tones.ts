/** The second button of a decision: it says no, and is not the one pressed by habit. */
export const REFUSE =
  'border border-negative/60 bg-transparent! text-negative! hover:bg-negative-soft!';

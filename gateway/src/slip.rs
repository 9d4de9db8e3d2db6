//! Slip pictures: read, checked and kept.

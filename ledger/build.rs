//! A new migration is a change of this crate: `testing` embeds them all.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}

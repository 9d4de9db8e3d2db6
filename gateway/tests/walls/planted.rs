//! One wrong arrow of each kind, and the finding that names it.

use crate::arrows::{Source, code_of};
use crate::graph::{rings, rings_through_parents, up};
use crate::sql::{existing, foreign};

const FLOORS: [(&str, &str); 2] = [("ground", "below"), ("roof", "above")];

fn crate_of<const N: usize>(files: [(&str, &str); N]) -> Vec<Source> {
    let source = |(path, text): (&str, &str)| Source {
        path: path.to_owned(),
        text: text.to_owned(),
    };
    files.into_iter().map(source).collect()
}

/// What is found in a crate whose ground is this.
fn found(ground: &str) -> Vec<String> {
    let sources = crate_of([
        ("lib.rs", "mod ground;\nmod roof;\npub use roof::Tile;"),
        ("ground.rs", ground),
        ("roof.rs", "mod tile;\npub(crate) use tile::Tile;"),
        (
            "roof/tile.rs",
            "pub(crate) struct Tile;\npub(crate) const OLD: u8 = 1;",
        ),
    ]);
    up(&code_of(&sources).arrows, &FLOORS)
}

#[test]
fn an_arrow_up_is_named_however_it_is_written() {
    let wanted = ["ground.rs -> roof/tile.rs: leads up"];
    for ground in [
        "use crate::roof::Tile;",
        "use crate::roof::{tile::OLD};",
        "fn f() { use crate::{roof::Tile}; }",
        "fn f() { use crate::{a::A, roof::{Tile}}; }",
        "use super::roof::tile as slate;",
        "use crate::Tile;",
        "fn f() -> crate::roof::Tile { todo!() }",
        "fn f() { println!(\"{}\", crate::roof::tile::OLD); }",
        "mod inner { fn f() -> super::super::roof::Tile { todo!() } }",
        "#[derive(Clone)]\nstruct S { tile: Vec<crate::roof::Tile> }",
        "pub use crate::roof::Tile;",
    ] {
        assert_eq!(found(ground), wanted, "{ground}");
    }
    let room = "use crate::roof;\nfn f() -> u8 { roof::tile::OLD }";
    let both = ["ground.rs -> roof.rs: leads up", wanted[0]];
    assert_eq!(found(room), both);
}

#[test]
fn what_only_tests_compile_may_look_up() {
    for ground in [
        "#[cfg(test)]\nmod tests { use crate::roof::Tile; }",
        "#[cfg(test)]\nuse crate::roof::Tile;",
        "#[cfg(test)]\nfn f() -> crate::roof::Tile { todo!() }",
        "/// As [`crate::roof::Tile`].\nfn f() { roof::Tile; }",
    ] {
        assert!(found(ground).is_empty(), "{ground}");
    }
    let sources = crate_of([
        ("ground.rs", "#[cfg(test)]\nmod harness;"),
        ("ground/harness.rs", "use crate::roof::Tile;"),
        ("roof.rs", "pub struct Tile;"),
    ]);
    assert!(code_of(&sources).arrows.is_empty());
}

#[test]
fn a_room_without_a_floor_is_named() {
    let sources = crate_of([
        ("cellar.rs", "use crate::ground::Stone;"),
        ("ground.rs", "pub struct Stone;"),
    ]);
    let found = up(&code_of(&sources).arrows, &FLOORS);
    assert_eq!(found, ["cellar.rs: its room has no floor in the table"]);
}

#[test]
fn a_ring_of_neighbours_is_named_at_every_depth() {
    let sources = crate_of([
        ("a.rs", "mod one;\nmod two;\nmod three;\npub use one::One;"),
        ("a/one.rs", "use super::two::Two;\npub struct One;"),
        ("a/two.rs", "pub struct Two;\nfn f() { super::three::g() }"),
        ("a/three.rs", "pub fn g() { crate::a::One; }"),
    ]);
    let arrows = code_of(&sources).arrows;
    let wanted = [
        "a/one.rs -> a/two.rs: part of a ring in \"a\"",
        "a/three.rs -> a/one.rs: part of a ring in \"a\"",
        "a/two.rs -> a/three.rs: part of a ring in \"a\"",
    ];
    assert_eq!(rings(&arrows, &[]), wanted);
    assert!(rings(&arrows, &["a"]).is_empty());
    let none = crate_of([
        ("a.rs", "mod one;\nmod two;\npub use one::One;"),
        ("a/one.rs", "use super::two::Two;\npub struct One;"),
        ("a/two.rs", "pub struct Two;"),
    ]);
    assert!(rings(&code_of(&none).arrows, &[]).is_empty());
}

#[test]
fn a_ring_through_the_file_of_a_folder_is_named_where_it_holds_code() {
    let found = |parent: &str, part: &str| {
        let sources = crate_of([("a.rs", parent), ("a/one.rs", part)]);
        rings_through_parents(&code_of(&sources))
    };
    let needs = "mod one;\nstruct A;\nfn f() { one::g() }";
    assert_eq!(Vec::from_iter(found(needs, "use super::A;")), ["a"]);
    assert!(found(needs, "struct One;").is_empty());
    assert!(found("mod one;\npub use one::g;", "use super::A;").is_empty());
}

#[test]
fn sql_that_names_a_table_of_another_crate_is_named() {
    let existing = existing(&[
        "create table event (id int); -- create table dream\ncreate table member ();".to_owned(),
        "create table gone (); drop table gone;".to_owned(),
    ]);
    assert_eq!(Vec::from_iter(&existing), ["event", "member"]);
    let found = |name: &str, text: &str| {
        let code = code_of(&crate_of([("a.rs", text)]));
        foreign(name, &code.texts, &existing)
    };
    let wanted = ["a.rs -> event: a table of ledger"];
    for text in [
        "fn f() { sqlx::query!(\"select id from event\"); }",
        "const ONE: &str = r#\"with a as (select) update member set b = c from x join event on d\"#;",
        "fn f() { query(\"insert into event (id) values (1)\") }",
    ] {
        assert_eq!(found("gateway", text), wanted, "{text}");
        assert!(
            found("ledger", text).iter().all(|it| it.contains("member")),
            "{text}"
        );
    }
    for text in [
        "const SAID: &str = \"an answer from event to event\";",
        "#[cfg(test)]\nmod tests { const ONE: &str = \"select id from event\"; }",
        "/// select id from event\nconst ONE: u8 = 1;",
        "const ONE: &str = \"select id from member where event = 1\";",
    ] {
        assert!(found("gateway", text).is_empty(), "{text}");
    }
}

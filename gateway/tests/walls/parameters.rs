//! At most five parameters, and no tuple that hides several unlike ones in one.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, FnArg, ImplItem, Item, Pat, Signature, TraitItem, Type};

use super::{is_test_file, sources};

const PARAMETERS_MAX: usize = 5;

pub(super) const PRODUCT: [&str; 13] = [
    "ledger",
    "projections",
    "gateway/platform",
    "gateway/providers",
    "gateway/members",
    "gateway/payments",
    "gateway/rewards",
    "gateway/chat",
    "gateway/backoffice",
    "gateway",
    "gateway/sandbox",
    "gateway/torture",
    "gateway/witness",
];

/// What is wrong with the parameters of a file's functions.
fn problems(text: &str) -> Vec<String> {
    let file = syn::parse_file(text).unwrap();
    let mut problems = Vec::new();
    of_items(&file.items, &mut problems);
    problems
}

fn of_items(items: &[Item], problems: &mut Vec<String>) {
    for item in items {
        match item {
            Item::Fn(it) if !is_test(&it.attrs) => of_signature(&it.sig, problems),
            Item::Mod(it) if !is_test(&it.attrs) => {
                of_items(
                    it.content.as_ref().map_or(&[], |(_, items)| items),
                    problems,
                );
            }
            Item::Impl(it) => {
                for item in &it.items {
                    if let ImplItem::Fn(it) = item {
                        of_signature(&it.sig, problems);
                    }
                }
            }
            Item::Trait(it) => {
                for item in &it.items {
                    if let TraitItem::Fn(it) = item {
                        of_signature(&it.sig, problems);
                    }
                }
            }
            _ => {}
        }
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    let is_doc = |it: &Attribute| it.path().is_ident("doc");
    attributes
        .iter()
        .any(|it| !is_doc(it) && it.to_token_stream().to_string().contains("test"))
}

fn of_signature(signature: &Signature, problems: &mut Vec<String>) {
    let name = &signature.ident;
    let typed: Vec<_> = signature.inputs.iter().filter_map(typed).collect();
    if typed.len() > PARAMETERS_MAX {
        problems.push(format!("{name} has {} parameters", typed.len()));
    }
    for (pattern, kind) in typed {
        if let Type::Tuple(tuple) = kind
            && are_unlike(&tuple.elems)
        {
            let pattern = pattern.to_token_stream();
            let kind = kind.to_token_stream();
            problems.push(format!(
                "{name} takes a tuple of unlike things: {pattern}: {kind}"
            ));
        }
    }
}

fn typed(argument: &FnArg) -> Option<(&Pat, &Type)> {
    match argument {
        FnArg::Receiver(_) => None,
        FnArg::Typed(it) => Some((&it.pat, &it.ty)),
    }
}

/// From and to are one thing in two values; a name and an amount are not.
fn are_unlike(elements: &Punctuated<Type, syn::token::Comma>) -> bool {
    let mut words = elements.iter().map(|it| {
        let words = it.to_token_stream().to_string();
        // An open end is still an end.
        let open = words.strip_prefix("Option < ").map(str::to_owned);
        let open = open.and_then(|it| it.strip_suffix(" >").map(str::to_owned));
        open.unwrap_or(words)
    });
    let first = words.next();
    words.any(|it| Some(it) != first)
}

#[test]
fn functions_take_five_parameters_at_most_and_no_tuples_of_unlike_things() {
    let mut found = Vec::new();
    let mut files = 0;
    for name in PRODUCT {
        for source in sources(name) {
            if is_test_file(&source.path) {
                continue;
            }
            files += 1;
            let problems = problems(&source.text).into_iter();
            found.extend(problems.map(|it| format!("{name}/src/{}: {it}", source.path)));
        }
    }
    assert!(files > 500, "{files}");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_sixth_parameter_and_a_tuple_are_found() {
    for (text, count) in [
        ("fn f(a: A, b: B, c: C, d: D, e: E) {}", 0),
        ("fn f(a: A, b: B, c: C, d: D, e: E, f: F) {}", 1),
        ("impl T { fn f(&self, a: A, b: B, c: C, d: D, e: E) {} }", 0),
        ("impl T { fn f(&self, (a, b): (A, &B)) {} }", 1),
        ("trait T { fn f(pair: (A, B)); }", 1),
        ("mod m { fn f((from, to): (A, A)) {} }", 0),
        ("fn f((from, to): (Time, Option<Time>)) {}", 0),
        ("/// A test.\nfn f(pair: (A, B)) {}", 1),
        ("#[cfg(test)] mod tests { fn f(pair: (A, B)) {} }", 0),
    ] {
        assert_eq!(problems(text).len(), count, "{text}");
    }
}

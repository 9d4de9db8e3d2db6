//! Reads from the files of a crate which file names which, and their string literals.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, LitStr, UseTree, Visibility};

/// A file below a crate's `src`.
pub(crate) struct Source {
    /// Its path below `src`.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A file that names something of another file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arrow {
    pub(crate) from: String,
    pub(crate) to: String,
}

/// What the product's code of a crate names.
#[derive(Default)]
pub(crate) struct Code {
    pub(crate) arrows: Vec<Arrow>,
    /// Each string literal, with its file.
    pub(crate) texts: Vec<(String, String)>,
    /// Files that hold more than declarations of modules and what they pass on.
    pub(crate) definers: BTreeSet<String>,
}

/// A path of modules below the crate's root, with the item's name at its end.
type ModulePath = Vec<String>;

/// What one file names, not yet followed to the file that it is in.
#[derive(Default)]
struct Named {
    paths: Vec<ModulePath>,
    texts: Vec<String>,
    has_code: bool,
}

#[derive(Default)]
struct Reader {
    /// What modules pass on under a name: `pub use`.
    passed_on: HashMap<ModulePath, ModulePath>,
    /// Modules that only tests compile.
    tests: HashSet<ModulePath>,
}

/// Reads all files of a crate.
pub(crate) fn code_of(sources: &[Source]) -> Code {
    let mut reader = Reader::default();
    let mut files = BTreeMap::new();
    let mut named = Vec::new();
    for source in sources {
        let module = module_of(&source.path);
        let file = syn::parse_file(&source.text)
            .unwrap_or_else(|error| panic!("{} is no Rust: {error}", source.path));
        let mut found = Named::default();
        reader.read(&file.items, &module, &mut found);
        let is_code = |it: &Item| !matches!(it, Item::Mod(_) | Item::Use(_) | Item::Macro(_));
        let mut items = file.items.iter();
        found.has_code = items.any(|it| is_code(it) && !is_test_only(attributes(it)));
        files.insert(module.clone(), source.path.clone());
        named.push((module, source.path.clone(), found));
    }
    let mut code = Code::default();
    for (module, path, found) in named {
        let is_test = |it: &ModulePath| module.starts_with(it);
        if reader.tests.iter().any(is_test) {
            continue;
        }
        if found.has_code {
            code.definers.insert(path.clone());
        }
        let texts = found.texts.into_iter().map(|text| (path.clone(), text));
        code.texts.extend(texts);
        for target in found.paths {
            if let Some(to) = reader.file_of(target, &files).filter(|to| *to != path) {
                let from = path.clone();
                code.arrows.push(Arrow { from, to });
            }
        }
    }
    code.arrows.sort();
    code.arrows.dedup();
    code
}

/// `payments/slip/work.rs` is the module `payments::slip::work`.
fn module_of(path: &str) -> ModulePath {
    match path {
        "lib.rs" | "main.rs" => Vec::new(),
        _ => path
            .trim_end_matches(".rs")
            .split('/')
            .map(str::to_owned)
            .collect(),
    }
}

fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| {
        let tokens = it.meta.to_token_stream().to_string();
        tokens == "cfg (test)" || tokens.contains("feature = \"testing\"")
    })
}

impl Reader {
    fn read(&mut self, items: &[Item], module: &ModulePath, found: &mut Named) {
        let mut names = HashMap::new();
        for item in items {
            match item {
                Item::Mod(it) => {
                    let child = joined(module, &[it.ident.to_string()]);
                    if is_test_only(&it.attrs) {
                        self.tests.insert(child);
                    } else if let Some((_, items)) = &it.content {
                        self.read(items, &child, found);
                    } else {
                        names.insert(it.ident.to_string(), child);
                    }
                }
                Item::Use(it) if !is_test_only(&it.attrs) => {
                    for (path, name) in leaves(&it.tree) {
                        let Some(target) = absolute(&path, module, &names) else {
                            continue;
                        };
                        found.paths.push(target.clone());
                        if !matches!(it.vis, Visibility::Inherited) {
                            let passed = joined(module, std::slice::from_ref(&name));
                            self.passed_on.insert(passed, target.clone());
                        }
                        names.insert(name, target);
                    }
                }
                _ => {}
            }
        }
        for item in items {
            if !matches!(item, Item::Mod(_) | Item::Use(_)) && !is_test_only(attributes(item)) {
                scan(
                    item.to_token_stream(),
                    &[],
                    &Scope {
                        module,
                        names: &names,
                    },
                    found,
                );
            }
        }
    }

    /// The file that holds what a path names, wherever it is passed on from.
    fn file_of(
        &self,
        mut path: ModulePath,
        files: &BTreeMap<ModulePath, String>,
    ) -> Option<String> {
        // As often as it may be passed on; a ring of `pub use` does not compile.
        for _ in 0..8 {
            let known = (0..=path.len())
                .rev()
                .find(|n| files.contains_key(&path[..*n]))?;
            let next = (known < path.len())
                .then(|| self.passed_on.get(&path[..=known]))
                .flatten();
            match next {
                Some(next) => path = [next.as_slice(), &path[known + 1..]].concat(),
                None => return files.get(&path[..known]).cloned(),
            }
        }
        None
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(it) => &it.attrs,
        Item::Enum(it) => &it.attrs,
        Item::Fn(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Static(it) => &it.attrs,
        Item::Struct(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        Item::Type(it) => &it.attrs,
        _ => &[],
    }
}

fn joined(module: &[String], rest: &[String]) -> ModulePath {
    [module, rest].concat()
}

/// The paths of a `use`, each with the name that it brings in.
fn leaves(tree: &UseTree) -> Vec<(ModulePath, String)> {
    fn walk(tree: &UseTree, before: &[String], found: &mut Vec<(ModulePath, String)>) {
        let last = before.last().cloned().unwrap_or_default();
        match tree {
            UseTree::Path(it) => walk(&it.tree, &joined(before, &[it.ident.to_string()]), found),
            UseTree::Group(it) => it.items.iter().for_each(|it| walk(it, before, found)),
            UseTree::Name(it) if it.ident == "self" => found.push((before.to_vec(), last)),
            UseTree::Name(it) => {
                let name = it.ident.to_string();
                found.push((joined(before, std::slice::from_ref(&name)), name));
            }
            UseTree::Rename(it) => {
                let path = joined(before, &[it.ident.to_string()]);
                found.push((path, it.rename.to_string()));
            }
            UseTree::Glob(_) => found.push((before.to_vec(), format!("{last}::*"))),
        }
    }
    let mut found = Vec::new();
    walk(tree, &[], &mut found);
    found
}

/// A path from the crate's root, or nothing for one into another crate.
fn absolute(
    path: &[String],
    module: &[String],
    names: &HashMap<String, ModulePath>,
) -> Option<ModulePath> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some(joined(module, rest)),
        "super" => {
            let above = path.iter().take_while(|it| *it == "super").count();
            let kept = module.len().checked_sub(above)?;
            Some(joined(&module[..kept], &path[above..]))
        }
        name => names.get(name).map(|known| joined(known, rest)),
    }
}

/// `[doc = "…"]`.
fn is_comment(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    let is_doc = matches!(first, Some(TokenTree::Ident(it)) if it == "doc");
    is_doc && group.delimiter() == Delimiter::Bracket
}

/// Where a path begins: its module, and the names that are known there.
struct Scope<'a> {
    module: &'a [String],
    names: &'a HashMap<String, ModulePath>,
}

/// Every path in code, also within macros, and every string literal. The paths of a group in braces
/// follow the one before it: `use crate::{a::A, b::B};` in a function.
fn scan(tokens: TokenStream, before: &[String], scope: &Scope<'_>, found: &mut Named) {
    let mut path: ModulePath = before.to_vec();
    let mut colons = 0;
    let end = |path: &mut ModulePath, found: &mut Named| {
        if path.len() > before.len().max(1) {
            found
                .paths
                .extend(absolute(path, scope.module, scope.names));
        }
        before.clone_into(path);
    };
    for token in tokens {
        match &token {
            TokenTree::Ident(ident) if colons == 2 || path.len() == before.len() => {
                path.push(ident.to_string());
            }
            TokenTree::Ident(ident) => {
                end(&mut path, found);
                path.push(ident.to_string());
            }
            TokenTree::Punct(it) if it.as_char() == ':' && !path.is_empty() => {
                colons += 1;
                continue;
            }
            TokenTree::Group(group) if colons == 2 && group.delimiter() == Delimiter::Brace => {
                scan(group.stream(), &path, scope, found);
                before.clone_into(&mut path);
            }
            other => {
                end(&mut path, found);
                match other {
                    TokenTree::Group(it) if is_comment(it) => {}
                    TokenTree::Group(it) => scan(it.stream(), &[], scope, found),
                    TokenTree::Literal(it) => {
                        let text = syn::parse_str::<LitStr>(&it.to_string());
                        found.texts.extend(text.ok().map(|it| it.value()));
                    }
                    _ => {}
                }
            }
        }
        colons = 0;
    }
    end(&mut path, found);
}

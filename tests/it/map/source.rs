//! Reads `src` as the compiler does, as far as the map needs it: which file names an item of which other file, what each
//! file defines, which crates it names. Tests inside `src` may use anything, so they are left out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

/// A path through modules: `["ops", "orders", "act"]`; the program's own crate is empty. Folders that are crates of their own
/// are named as if they were modules of it.
pub type Module = Vec<String>;

pub struct Source {
    pub files: BTreeMap<Module, File>,
}

pub struct File {
    /// As it is named below `src`.
    pub name: String,
    pub text: String,
    /// Paths that it names, from the crate's root or from another crate.
    named: BTreeSet<Vec<String>>,
    /// What its uses bring in, by the name that they give it.
    brought: BTreeMap<String, Vec<String>>,
    /// What it hands on under its own name: `pub use`. A signpost, no use of its own.
    signs: BTreeMap<String, Vec<String>>,
    /// Types that it defines at its top, in a module of its own or by a macro.
    pub types: Vec<String>,
}

impl Source {
    /// Read once for all tests.
    pub fn read() -> &'static Source {
        static READ: LazyLock<Source> = LazyLock::new(Source::of_this_crate);
        &READ
    }

    fn of_this_crate() -> Source {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut paths = Vec::new();
        gather(&root, &mut paths);
        let mut files = BTreeMap::new();
        for path in paths {
            let below = path.strip_prefix(&root).unwrap();
            let name = below.to_str().unwrap().replace('\\', "/");
            let text = fs::read_to_string(&path).unwrap();
            let mut file = File {
                name,
                text,
                named: BTreeSet::new(),
                brought: BTreeMap::new(),
                signs: BTreeMap::new(),
                types: Vec::new(),
            };
            let module = module_of(&file.name);
            let tokens: TokenStream = file.text.parse().unwrap_or_else(|e| panic!("{}: {e}", file.name));
            read_items(tokens, &module, &mut file);
            file.follow_what_is_brought_in();
            files.insert(module, file);
        }
        Source { files }
    }

    /// The files whose items each file names, signposts followed to where they lead.
    pub fn arrows(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let arrow = |file: &File, path: &Vec<String>| {
            let to = self.owner(path, 0)?;
            (to.name != file.name).then_some(())?;
            Some(to.name.clone())
        };
        let mut all: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for file in self.files.values() {
            let to: BTreeSet<String> = file.named.iter().filter_map(|path| arrow(file, path)).collect();
            let known = |name: &String| self.files.values().find(|file| file.name == *name).map(|file| &*file.name);
            all.insert(&file.name, to.iter().filter_map(known).collect());
        }
        all
    }

    /// Crates that a file names, of those asked for.
    pub fn names_crate(&self, file: &File, name: &str) -> bool {
        file.named.iter().any(|path| path[0] == name)
    }

    /// The file that defines what a path names.
    fn owner(&self, path: &[String], signs_followed: usize) -> Option<&File> {
        let path = path.strip_prefix(&["crate".to_owned()])?;
        let longest = (0..=path.len()).rev().find(|end| self.files.contains_key(&path[..*end]))?;
        let file = &self.files[&path[..longest]];
        match path.get(longest).and_then(|item| file.signs.get(item)) {
            // What a folder hands on of another one is its own: whoever uses it knows this folder alone.
            Some(sign) if signs_followed < 8 && sign.get(1) == path.first() => {
                let onward: Vec<String> = sign.iter().chain(&path[longest + 1..]).cloned().collect();
                self.owner(&onward, signs_followed + 1).or(Some(file))
            }
            _ => Some(file),
        }
    }
}

impl File {
    /// `orders::report` is `crate::ops::orders::report` where a use has brought in `orders`.
    fn follow_what_is_brought_in(&mut self) {
        let whole = |path: Vec<String>| match self.brought.get(&path[0]) {
            Some(brought) => brought.iter().chain(&path[1..]).cloned().collect(),
            None => through_the_house(path),
        };
        self.named = std::mem::take(&mut self.named).into_iter().map(whole).collect();
    }
}

fn gather(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && name != "tests" {
            gather(&path, paths);
        } else if name.ends_with(".rs") && !["tests.rs", "main.rs"].contains(&name) {
            paths.push(path);
        }
    }
}

/// Every file below `src` that has this word in its code, its tests and the entrance among them.
pub fn files_with(word: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut found, mut folders) = (Vec::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                if text.contains(word) && has_word(text.parse().unwrap(), word) {
                    found.push(path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/"));
                }
            }
        }
    }
    found
}

fn has_word(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => has_word(group.stream(), word),
        TokenTree::Ident(ident) => ident == word,
        _ => false,
    })
}

fn module_of(name: &str) -> Module {
    let mut module: Module = name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if ["mod", "lib"].contains(&&**module.last().unwrap()) {
        module.pop();
    }
    module
}

/// Reads the items of a module: the file's own, or one inside it.
fn read_items(tokens: TokenStream, module: &Module, file: &mut File) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    let mut is_handed_on = false;
    while at < tokens.len() {
        let word = word_at(&tokens, at);
        if is_test_mark(&tokens, at) {
            at = after_item(&tokens, at + 2);
            continue;
        }
        match word.as_deref() {
            Some("pub") => {
                is_handed_on = true;
                at += 1
                    + usize::from(
                        matches!(&tokens.get(at + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis),
                    );
                continue;
            }
            Some("use") => {
                let end = (at..tokens.len()).find(|i| is_punct(&tokens, *i, ';')).unwrap_or(tokens.len());
                read_use(&tokens[at + 1..end], &[], module, is_handed_on, file);
                at = end;
            }
            Some("mod") if braces(&tokens, at + 2).is_some() => {
                let mut inner = module.clone();
                inner.extend(word_at(&tokens, at + 1));
                read_items(braces(&tokens, at + 2).unwrap(), &inner, file);
                at += 2;
            }
            // What is written in a macro's call, as in `texts!`, or under a name of its own in the macro, as in `pages!`.
            Some("macro_rules") if braces(&tokens, at + 3).is_some() => {
                for arm in braces(&tokens, at + 3).unwrap() {
                    if let TokenTree::Group(group) = arm {
                        read_items(group.stream(), module, file);
                    }
                }
                at += 3;
            }
            Some(_) if is_punct(&tokens, at + 1, '!') && braces(&tokens, at + 2).is_some() => {
                read_items(braces(&tokens, at + 2).unwrap(), module, file);
                at += 2;
            }
            Some("struct" | "enum" | "trait" | "type" | "union") => file.types.extend(word_at(&tokens, at + 1)),
            _ => {
                if let Some(path) = path_at(&tokens, at) {
                    at += path.len() * 3 - 2;
                    file.named.insert(from_the_root(path, module));
                    is_handed_on = false;
                    continue;
                }
                if let TokenTree::Group(group) = &tokens[at] {
                    read_body(group.stream(), module, file);
                }
            }
        }
        is_handed_on = false;
        at += 1;
    }
}

/// Reads what is inside braces: paths and uses count, types are the body's own.
fn read_body(tokens: TokenStream, module: &Module, file: &mut File) {
    let known = file.types.len();
    read_items(tokens, module, file);
    file.types.truncate(known);
}

/// A tree of `use`, branch by branch.
fn read_use(tokens: &[TokenTree], before: &[String], module: &Module, is_handed_on: bool, file: &mut File) {
    let mut path = before.to_vec();
    let mut alias = None;
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(ident) if word_at(tokens, i.wrapping_sub(1)).as_deref() == Some("as") => {
                alias = Some(ident.to_string())
            }
            TokenTree::Ident(ident) if ident != "as" => path.push(ident.to_string()),
            TokenTree::Group(group) => {
                let branches: Vec<TokenTree> = group.stream().into_iter().collect();
                for branch in branches.split(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','))
                {
                    if !branch.is_empty() {
                        read_use(branch, &path, module, is_handed_on, file);
                    }
                }
                return;
            }
            _ => {}
        }
    }
    // `use a::b::{self}` names `a::b`.
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let shown_as = alias.or_else(|| path.last().cloned()).unwrap_or_default();
    let path = through_the_house(from_the_root(path, module));
    if is_handed_on {
        file.signs.insert(shown_as, path);
    } else {
        file.brought.insert(shown_as, path.clone());
        file.named.insert(path);
    }
}

/// A path of two words or more in the middle of code.
fn path_at(tokens: &[TokenTree], at: usize) -> Option<Vec<String>> {
    let mut path = vec![word_at(tokens, at)?];
    let mut next = at + 1;
    while is_punct(tokens, next, ':') && is_punct(tokens, next + 1, ':') {
        let Some(word) = word_at(tokens, next + 2) else { break };
        path.push(word);
        next += 3;
    }
    (path.len() > 1).then_some(path)
}

fn from_the_root(path: Vec<String>, module: &Module) -> Vec<String> {
    let mut here: Vec<String> = vec!["crate".to_owned()];
    here.extend(module.iter().cloned());
    let mut rest = path.as_slice();
    match rest.first().map(String::as_str) {
        Some("crate") => {
            here.truncate(1 + usize::from(module.first().is_some_and(|folder| is_own_crate(folder))));
            rest = &rest[1..];
        }
        Some("super") => {
            while rest.first().is_some_and(|word| word == "super") {
                here.pop();
                rest = &rest[1..];
            }
        }
        Some("self") => rest = &rest[1..],
        // A child module if there is one of that name, else another crate or something imported.
        Some(first) if is_module(module, first) => {}
        _ => return path,
    }
    here.extend(rest.iter().cloned());
    here
}

/// `model::Order` is `crate::model::Order`, as if that folder were no crate of its own.
fn through_the_house(path: Vec<String>) -> Vec<String> {
    if is_own_crate(&path[0]) { [vec!["crate".to_owned()], path].concat() } else { path }
}

fn is_own_crate(folder: &str) -> bool {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder).join("Cargo.toml").is_file()
}

fn is_module(module: &Module, child: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let path = module.iter().fold(root, |path, part| path.join(part)).join(child);
    path.with_extension("rs").is_file() || path.join("mod.rs").is_file()
}

fn word_at(tokens: &[TokenTree], at: usize) -> Option<String> {
    match tokens.get(at) {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    }
}

fn is_punct(tokens: &[TokenTree], at: usize, sign: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn braces(tokens: &[TokenTree], at: usize) -> Option<TokenStream> {
    match tokens.get(at) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    }
}

/// `#[cfg(test)]`.
fn is_test_mark(tokens: &[TokenTree], at: usize) -> bool {
    let is_it =
        |token: Option<&TokenTree>| token.is_some_and(|token| token.to_string().replace(' ', "") == "[cfg(test)]");
    is_punct(tokens, at, '#') && is_it(tokens.get(at + 1))
}

/// Behind the item that starts here: it ends with braces or a semicolon.
fn after_item(tokens: &[TokenTree], from: usize) -> usize {
    let ends = |at: &usize| is_punct(tokens, *at, ';') || braces(tokens, *at).is_some();
    (from..tokens.len()).find(ends).map_or(tokens.len(), |at| at + 1)
}

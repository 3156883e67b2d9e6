//! `PageDraft`: a page while a list is walked for it: how much fits, what was passed over, and where its edges are.
//!
//! `slots` and the list of orders by their code walk; neither decides when a page is full.

use model::{Dir, Page, Walk, limits::LIST_BYTES, page::MOST_LIMIT};

/// Entries that one page passes over at most before it answers with what it has: a filter that no index serves must not
/// walk the whole store in one go.
const MOST_PASSED_OVER: usize = 10_000;

/// An item, and what it takes of the bytes that a page may hold.
pub struct Weighed<T> {
    pub item: T,
    pub bytes: usize,
}

impl<T> Weighed<T> {
    /// What takes nothing worth counting.
    pub fn light(item: T) -> Weighed<T> {
        Weighed { item, bytes: 0 }
    }
}

pub struct PageDraft<T> {
    dir: Dir,
    limit: usize,
    /// Bytes that are left.
    room: usize,
    /// In the order of the walk.
    found: Vec<T>,
    /// The positions of the first and of the last of them.
    edges: Option<(Vec<u8>, Vec<u8>)>,
    has_older: bool,
    passed_over: usize,
    given_up_at: Option<Vec<u8>>,
}

impl<T> PageDraft<T> {
    pub fn new(walk: &Walk) -> PageDraft<T> {
        PageDraft {
            dir: walk.dir,
            limit: walk.limit,
            room: LIST_BYTES,
            found: Vec::with_capacity(walk.limit.min(MOST_LIMIT)),
            edges: None,
            has_older: false,
            passed_over: 0,
            given_up_at: None,
        }
    }

    /// The next entry of the walk, with what is to be shown of it, if anything. Answers whether the walk goes on.
    pub fn offer(&mut self, position: &[u8], item: Option<Weighed<T>>) -> bool {
        let Some(Weighed { item, bytes }) = item else {
            self.passed_over += 1;
            if self.passed_over == MOST_PASSED_OVER {
                self.given_up_at = Some(position.to_vec());
            }
            return self.given_up_at.is_none();
        };
        // One is shown however large it is, or no walk would ever get past it.
        if self.found.len() == self.limit || (bytes > self.room && !self.found.is_empty()) {
            self.has_older = self.dir == Dir::Next;
            return false;
        }
        self.room = self.room.saturating_sub(bytes);
        self.found.push(item);
        match &mut self.edges {
            Some((_, last)) => position.clone_into(last),
            None => self.edges = Some((position.to_vec(), position.to_vec())),
        }
        true
    }

    /// The walk was cut short here, and goes on from here.
    pub fn cut_at(&mut self, position: &[u8]) {
        self.given_up_at = Some(position.to_vec());
    }

    /// Where a look beyond the page has to begin that tells whether there are older ones: only a walk to newer ones does not
    /// know that by itself.
    pub fn asks_beyond(&mut self) -> Option<Vec<u8>> {
        self.passed_over = 0;
        self.edges.as_ref().filter(|_| self.dir == Dir::Prev).map(|(first, _)| first.clone())
    }

    /// The next entry of that look, and whether it would be shown. Answers whether the look goes on.
    pub fn has_older(&mut self, is_shown: bool) -> bool {
        self.passed_over += 1;
        self.has_older = is_shown || self.passed_over == MOST_PASSED_OVER;
        !self.has_older
    }

    pub fn page(mut self) -> Page<T> {
        if self.dir == Dir::Prev {
            self.found.reverse();
            self.edges = self.edges.map(|(first, last)| (last, first));
        }
        let (mut prev, mut next) = self.edges.unzip();
        next = next.filter(|_| self.has_older);
        match self.dir {
            Dir::Next => next = self.given_up_at.or(next),
            Dir::Prev => prev = self.given_up_at.or(prev),
        }
        Page { items: self.found, next, prev }
    }
}

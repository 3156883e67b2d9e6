//! The memory of one password hash: straight from the system, and given back to it at once.
//!
//! A hash takes 19 MB on purpose. An allocator may keep what it is given back, for each thread that asked: after a few
//! sign-ins that would be most of what a small machine has. On Windows large blocks go back by themselves.

#![cfg_attr(unix, expect(unsafe_code, reason = "a mapping of our own, which the standard library does not offer"))]

use argon2::{Block, Params};
use model::Result;

pub struct HashMemory {
    #[cfg(unix)]
    start: std::ptr::NonNull<Block>,
    #[cfg(unix)]
    count: usize,
    #[cfg(not(unix))]
    blocks: Vec<Block>,
}

impl HashMemory {
    #[cfg(unix)]
    pub fn new(params: &Params) -> Result<HashMemory> {
        use model::Failure;
        use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous};
        let (count, access) = (params.block_count(), ProtFlags::READ | ProtFlags::WRITE);
        // SAFETY: where it lies is the system's choice, so it covers nothing that is in use.
        let mapped = unsafe { mmap_anonymous(std::ptr::null_mut(), count * Block::SIZE, access, MapFlags::PRIVATE) };
        let mapped = mapped.map_err(|e| Failure::unavailable(format!("no memory for a password: {e}")))?;
        let start = std::ptr::NonNull::new(mapped.cast());
        Ok(HashMemory { start: start.ok_or_else(|| Failure::unavailable("no memory for a password"))?, count })
    }

    #[cfg(not(unix))]
    pub fn new(params: &Params) -> Result<HashMemory> {
        Ok(HashMemory { blocks: vec![Block::new(); params.block_count()] })
    }
}

impl AsMut<[Block]> for HashMemory {
    #[cfg(unix)]
    fn as_mut(&mut self) -> &mut [Block] {
        // SAFETY: so many blocks were mapped, at the start of a page, they are not shared, and all zeros is a block.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.count) }
    }

    #[cfg(not(unix))]
    fn as_mut(&mut self) -> &mut [Block] {
        &mut self.blocks
    }
}

#[cfg(unix)]
impl Drop for HashMemory {
    fn drop(&mut self) {
        // SAFETY: this is what was mapped, and no slice of it is left.
        let _ = unsafe { rustix::mm::munmap(self.start.as_ptr().cast(), self.count * Block::SIZE) };
    }
}

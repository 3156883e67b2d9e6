//! Sudden ends, full disks, damaged files.

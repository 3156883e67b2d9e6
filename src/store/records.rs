//! Records that are read and written whole, each under its key in one table: a line for every way to do so.

/// Reads one record or all of a table, in a trait over `ReadView`.
macro_rules! reads {
    ($(one $one:ident($($key:ident: $by:ty),*) -> $record:ident in $table:ident at $at:expr;)*
     $(all $all:ident -> $each:ident in $from:ident;)*) => {
        $(fn $one(&self, $($key: $by),*) -> Result<Option<$record>, Failure> {
            self.record(Table::$table, &$at[..])
        })*

        $(fn $all(&self) -> Result<Vec<$each>, Failure> {
            self.records(Table::$from, &[])
        })*
    };
}

/// Adds or replaces a record, and removes one, in a write job.
macro_rules! writes {
    ($(put $put:ident($record:ident: $of:ident) in $table:ident at $at:expr;)*
     $(remove $remove:ident($($key:ident: $by:ty),*) from $from:ident at $place:expr;)*) => {
        impl Tx<'_> {
            $(pub fn $put(&mut self, $record: &$of) -> Result<(), Failure> {
                self.put(Table::$table, &$at[..], $record)
            })*

            $(pub fn $remove(&mut self, $($key: $by),*) -> Result<(), Failure> {
                self.delete(Table::$from, &$place[..])
            })*
        }
    };
}

//! Where a read happens: on any connection of a pool, or on one that the caller holds.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgConnection;
use sqlx::{PgPool, Postgres};

/// A pool or a connection, for reads of several statements: they happen on one connection.
///
/// sqlx's own `Acquire` does the same, but a future that holds what it gives is not `Send` for every
/// lifetime, and so cannot be a handler's.
#[derive(Debug)]
pub enum Source<'a> {
    /// Any connection of it.
    Pool(&'a PgPool),
    /// This one.
    Connection(&'a mut PgConnection),
}

/// A connection of a [`Source`].
#[derive(Debug)]
pub enum Held<'a> {
    /// It goes back to its pool.
    Pool(PoolConnection<Postgres>),
    /// It stays the caller's.
    Connection(&'a mut PgConnection),
}

impl<'a> Source<'a> {
    /// Its connection.
    pub async fn acquire(self) -> Result<Held<'a>, sqlx::Error> {
        Ok(match self {
            Self::Pool(pool) => Held::Pool(pool.acquire().await?),
            Self::Connection(connection) => Held::Connection(connection),
        })
    }
}

impl<'a> From<&'a PgPool> for Source<'a> {
    fn from(pool: &'a PgPool) -> Self {
        Self::Pool(pool)
    }
}

impl<'a> From<&'a mut PgConnection> for Source<'a> {
    fn from(connection: &'a mut PgConnection) -> Self {
        Self::Connection(connection)
    }
}

impl Deref for Held<'_> {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        match self {
            Self::Pool(connection) => connection,
            Self::Connection(connection) => connection,
        }
    }
}

impl DerefMut for Held<'_> {
    fn deref_mut(&mut self) -> &mut PgConnection {
        match self {
            Self::Pool(connection) => connection,
            Self::Connection(connection) => connection,
        }
    }
}

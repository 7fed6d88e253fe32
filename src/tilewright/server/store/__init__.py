"""The database: SQLAlchemy over SQLite or PostgreSQL, with one writer."""

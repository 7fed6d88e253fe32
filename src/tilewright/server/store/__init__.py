"""Where logs are kept: SQLAlchemy over SQLite or PostgreSQL, with one writer."""

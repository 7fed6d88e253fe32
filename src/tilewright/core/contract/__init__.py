"""What every game offers: its verbs and its room."""

"""Between bytes and the games: input is checked here, once, before any rule sees it."""

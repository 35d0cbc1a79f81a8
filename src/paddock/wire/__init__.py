"""Between bytes and the games: what comes in is checked here, once, before any rule sees it."""

"""What every game must guarantee. A game takes part with a module that has its `Subject`."""

"""Who plays Royal Turf: the rookie, who picks blindly, and the punter, who reckons."""

"""The view Replay: any stretch of the past played again, from the chronicle and the archives."""

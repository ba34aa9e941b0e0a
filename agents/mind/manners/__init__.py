"""How agents talk in company: a floor in each room, greetings, short exchanges, retelling."""

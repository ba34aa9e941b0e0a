"""Who comes to the starter world in some days, and what they say and do there."""

from __future__ import annotations

from collections.abc import Sequence

Visit = Sequence[tuple[str, str]]
"""Lines one after the other, each with who says it; people come with their first line."""

VISITS: Sequence[Visit] = (
    (
        ("Ada", "say Good evening. I am Ada. I come from the Hollow, three miles down the river."),
        ("Ada", "look"),
        ("Ada", "tell Moss What do you do all day?"),
        ("Ada", "tell Moss My sister Ines sells rope for two pence the yard."),
        ("Ada", "tell Moss I promise to bring you nine eels tomorrow."),
        ("Ada", "tell Moss What grows here?"),
        ("Ada", "go garden"),
        ("Ada", "examine apple tree"),
        ("Ada", "tell Wren What are you counting?"),
        ("Ada", "tell Cobb My boat leaks, and I owe you four pence for tar."),
        ("Ada", "tell Cobb Will you row me across one day?"),
        ("Ada", "go hall"),
        ("Ada", "say Good night, all of you."),
    ),
    (
        ("Tomas", "say Good day. I am Tomas, I mend clocks."),
        ("Tomas", "tell Hester I am Tomas. I heard that a clock is gone from this wall."),
        ("Tomas", "tell Hester What do you measure?"),
        ("Tomas", "tell Hester The miller's daughter says that the lake fell two feet in March."),
        ("Tomas", "go landing"),
        ("Tomas", "tell Wren Is it true that a light answers you?"),
        ("Tomas", "tell Wren I will come back on Sunday and bring a better glass."),
        ("Tomas", "tell Wren What are you afraid of?"),
        ("Tomas", "tell Cobb Tell me about the bell."),
        ("Tomas", "tell Moss Who pruned that tree?"),
    ),
    (
        ("Ada", "say Good morning. Here I am again."),
        ("Ada", "tell Moss Here are your nine eels, as I promised."),
        ("Ada", "tell Moss What did I tell you about my sister?"),
        ("Ada", "tell Moss Do you know Tomas?"),
        ("Ada", "tell Cobb Here are four pence for the tar. Now we are even."),
        ("Ada", "tell Wren Did the light answer last night?"),
        ("Bert", "say Hello! Is there still soup?"),
        ("Ada", "say Sit down, Bert. Moss tells me that there is enough."),
        ("Bert", "say Then I shall stay until the rain is over."),
        ("Bert", "tell Moss I am Bert. I keep bees in the valley."),
        ("Bert", "tell Moss How are your bees?"),
        ("Ada", "say Bert, was it you who lost a red scarf on the Saddle?"),
        ("Bert", "say It was my brother's. He will be glad."),
        ("Bert", "tell Hester Cobb says that the bell weighs nine hundredweight."),
        ("Ada", "tell Hester How high is the water today?"),
    ),
    (
        ("Ines", "say Good afternoon. My sister Ada says that you need rope."),
        ("Ines", "tell Cobb I am Ines. I have forty yards of rope for you."),
        ("Ines", "tell Cobb What do you need it for?"),
        ("Ines", "tell Moss Ada told me about your leeks."),
        ("Ines", "tell Wren What is the lamp for?"),
        ("Tomas", "say It is Tomas. I have brought the glass, Wren."),
        ("Tomas", "tell Wren Here is the glass that I promised you."),
        ("Tomas", "tell Wren Do you remember what I told you?"),
        ("Tomas", "tell Hester Did you find out about the clock?"),
        ("Ines", "say Is the path over the Saddle dry?"),
        ("Tomas", "say It was this morning."),
        ("Ines", "tell Hester Wren says that the light is eleven hundred yards away."),
    ),
    (
        ("Ada", "say Hello, everybody. Here I am again."),
        ("Ada", "tell Moss How are the leeks?"),
        ("Ada", "tell Moss Who brought you the eels?"),
        ("Ada", "tell Wren What did Tomas bring you?"),
        ("Ada", "tell Cobb Did my sister bring the rope?"),
        ("Ada", "tell Hester What do you know about the bell?"),
        ("Ada", "tell Moss What is new?"),
        ("Ada", "say I shall stay for supper, if I may."),
    ),
)

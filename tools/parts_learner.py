"""The sentence model, whose last layers learn to rate rows of texts that are read together.

It needs torch and transformers, and nothing of this program.  ``embedding/parts_reader.py`` reads
in numpy what is learnt here, and says what stands behind it.
"""

from __future__ import annotations

import hashlib
import importlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

torch: Any = importlib.import_module("torch")
transformers: Any = importlib.import_module("transformers")
numpy: Any = importlib.import_module("numpy")

DECAY, WARM, LEAST, DROPPED = 0.01, 0.06, 0.02, 0.1

#: The head's steps are so much larger.
OF_HEAD = 10

#: Tokens of a batch of like rows; so many rows are put in the order of their lengths at once.
TOKENS, SORTED = 3000, 2048

#: What changes in a matrix is written in so many steps up and down, for each row.
STEPS = 31


class PartsRow(NamedTuple):
    """Texts, how far they make sense together, 0 to 1, and what that weighs."""

    texts: tuple[str, ...]
    sense: float
    weight: float = 1.0


class HasTexts(Protocol):
    """What is made of texts that are read together."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts, in the order in which they are read."""
        ...


TextsT = TypeVar("TextsT", bound=HasTexts)


class PartsForm(NamedTuple):
    """How texts are read: as the reader of the program does."""

    most: tuple[int, ...]
    """Tokens of each text; less than 0: its last ones."""
    compared: Mapping[str, tuple[int, int]]
    """Which two parts each sign of the head compares, by its name."""
    layers: tuple[int, ...]
    """Which layers learn."""


class PartsLearner:
    """Rates rows of texts, and learns to; the tokens of a row go through the model together."""

    def __init__(self, folder: Path, form: PartsForm) -> None:
        torch.manual_seed(3)
        self._form = form
        self._tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
        self._bert = transformers.AutoModel.from_pretrained(
            folder, hidden_dropout_prob=DROPPED, attention_probs_dropout_prob=DROPPED
        )
        self._learning = tuple(f"encoder.layer.{layer}." for layer in form.layers)
        for name, each in self._bert.named_parameters():
            each.requires_grad_(name.startswith(self._learning))
        self._untaught = {name: each.clone() for name, each in self._bert.state_dict().items()}
        size = self._bert.config.hidden_size
        head = {"first": torch.zeros(size), "base": torch.tensor(-1.0)}
        head["types"] = torch.zeros(len(form.most), size)
        for name in form.compared:
            head |= {f"shared {name}": torch.full((size,), 2.0), f"apart {name}": torch.zeros(size)}
        head |= self.make_head(size)
        self._head = {name: each.requires_grad_(True) for name, each in head.items()}
        self._tokens: dict[tuple[str, int], list[int]] = {}

    def make_head(self, size: int) -> dict[str, Any]:
        """Return what learns besides the layers and what rates rows, for states of this size."""
        del size
        return {}

    def start_from(self, path: Path) -> None:
        """Go on with what a file has learnt whose layers are of this form, and its head as far as
        it compares the same."""
        state = self._bert.state_dict()
        with numpy.load(path) as file:
            known = (each for each in file.files if each != "weights")
            made = {name: torch.from_numpy(file[name].astype("f4")) for name in known}
        for name in (each for each in state if each.startswith(self._learning)):
            bare = name.removesuffix(".weight")
            if f"{bare}.change" in made:
                change = made[f"{bare}.change"] * made[f"{bare}.step"][:, None]
                state[name] = self._untaught[name] + change
            else:
                state[name] = made[name]
        self._bert.load_state_dict(state)
        with torch.no_grad():
            for name in self._head.keys() & made.keys():
                self._head[name].copy_(made[name])

    def learn(self, rows: Sequence[PartsRow], rounds: int, size: float) -> None:
        """Learn from all rows, some rounds of them, with steps that begin with `size`."""
        order = random.Random(1)
        batches = [each for _ in range(rounds) for each in self.list_like(rows, order)]
        self.descend(batches, self._find_wrong, size)

    def descend(self, batches: Sequence[Any], find_loss: Callable[[Any], Any], size: float) -> None:
        """Take a step for each batch, downhill of its loss."""
        own = [each for each in self._bert.parameters() if each.requires_grad]
        head = list(self._head.values())
        sizes = (size, size * OF_HEAD)
        groups = [{"params": e, "lr": s} for e, s in zip((own, head), sizes, strict=True)]
        optimizer = torch.optim.AdamW(groups, weight_decay=DECAY)
        self._bert.train()
        for at, batch in enumerate(batches):
            share = min(1.0, (at + 1) / (WARM * len(batches))) * max(LEAST, 1 - at / len(batches))
            for group, begun in zip(optimizer.param_groups, sizes, strict=True):
                group["lr"] = begun * share
            loss = find_loss(batch)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*own, *head], 1.0)
            optimizer.step()

    def _find_wrong(self, batch: Sequence[PartsRow]) -> Any:
        sense, weight = (torch.tensor([each[of] for each in batch]) for of in (1, 2))
        with torch.autocast("cpu", torch.bfloat16):
            rated = self._compute([each.texts for each in batch])
        wrong = torch.nn.functional.binary_cross_entropy_with_logits(
            rated.float(), sense, weight, reduction="sum"
        )
        return wrong / weight.sum()

    def rate(self, rows: Sequence[tuple[str, ...]], *, exactly: bool = False) -> list[float]:
        """Return the log of odds of each row of texts."""
        self._bert.eval()
        rated = [0.0] * len(rows)
        order = sorted(range(len(rows)), key=lambda at: self._measure(rows[at]))
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=not exactly):
            for begin in range(0, len(rows), 32):
                some = order[begin : begin + 32]
                found = self._compute([rows[at] for at in some]).float().tolist()
                for at, one in zip(some, found, strict=True):
                    rated[at] = one
        return rated

    def write(self, path: Path, model: Path, more: Mapping[str, Any] | None = None) -> None:
        """Write what was learnt beside the weights in the folder `model`, and `more` arrays, and
        go on with the numbers that are written, which are shorter."""
        made = {name: each.detach().numpy() for name, each in self._head.items()}
        state = self._bert.state_dict()
        for name in (each for each in state if each.startswith(self._learning)):
            if state[name].dim() == 1:
                made[name] = state[name].numpy()
                continue
            bare, change = name.removesuffix(".weight"), state[name] - self._untaught[name]
            step = change.abs().amax(dim=1, keepdim=True).clamp(min=1e-12) / STEPS
            kept = (change / step).round()
            made[f"{bare}.change"] = kept.numpy().astype("i1")
            made[f"{bare}.step"] = step[:, 0].numpy()
            state[name] = self._untaught[name] + kept * step
        self._bert.load_state_dict(state)
        digest = hashlib.sha256((model / "model.safetensors").read_bytes()).hexdigest()
        numpy.savez_compressed(path, weights=numpy.array(digest), **made, **(more or {}))

    def _compute(self, rows: Sequence[tuple[str, ...]]) -> Any:
        return self.rate_states(*self.encode(rows))

    def encode(self, rows: Sequence[tuple[str, ...]]) -> tuple[Any, Any]:
        """Return the states of all tokens, a row for each row, and of which text each is; less
        than 0: of none."""
        tokens, of_part, places = self._lay_out(rows)
        there = of_part >= 0
        looked_up = self._bert.embeddings.word_embeddings(tokens)
        state = self._bert(
            inputs_embeds=looked_up + self._head["types"][of_part.clamp(min=0)],
            position_ids=places,
            attention_mask=there.long(),
        ).last_hidden_state.float()
        return state, of_part

    def rate_states(self, state: Any, of_part: Any) -> Any:
        """Return the log of odds of each row, of which `encode` has made the states."""
        means = [find_means(state, of_part == at) for at in range(len(self._form.most))]
        total = state[:, 0] @ self._head["first"] + self._head["base"]
        for name, (one, other) in self._form.compared.items():
            total = total + (means[one] * means[other]) @ self._head[f"shared {name}"]
            total = total + (means[one] - means[other]).abs() @ self._head[f"apart {name}"]
        return total

    def _lay_out(self, rows: Sequence[tuple[str, ...]]) -> Any:
        """Return tokens, of which part they are, less than 0: none, and their places."""
        begin, end = self._tokenizer.cls_token_id, self._tokenizer.sep_token_id
        table = torch.zeros(3, len(rows), max(map(self._measure, rows))).long()
        table[1] = -1
        for row, texts in enumerate(rows):
            at = 0
            for number, (text, most) in enumerate(zip(texts, self._form.most, strict=True)):
                part = [*([] if number else [begin]), *self._read(text, most), end]
                place, first = slice(at, at := at + len(part)), int(number > 0)
                table[0, row, place] = torch.tensor(part)
                table[1, row, place] = number
                table[2, row, place] = torch.arange(first, len(part) + first)
        return table

    def _measure(self, texts: tuple[str, ...]) -> int:
        """Return how many tokens a row has."""
        parts = zip(texts, self._form.most, strict=True)
        return 1 + len(texts) + sum(len(self._read(text, most)) for text, most in parts)

    def _read(self, text: str, most: int) -> list[int]:
        """Return the tokens of a text: so many at most, from its end where that is below 0."""
        if (text, most) not in self._tokens:
            found = self._tokenizer(text, add_special_tokens=False)["input_ids"]
            self._tokens[text, most] = found[most:] if most < 0 else found[:most]
        return self._tokens[text, most]

    def list_like(
        self, rows: Sequence[TextsT], order: random.Random, tokens: int = TOKENS
    ) -> Iterator[list[TextsT]]:
        """Yield rows in batches of like length, each of at most so many tokens."""
        measure: Callable[[TextsT], int] = lambda each: self._measure(each.texts)  # noqa: E731
        shuffled = order.sample(list(rows), len(rows))
        batches: list[list[TextsT]] = []
        for begin in range(0, len(rows), SORTED):
            batches.append([])
            for each in sorted(shuffled[begin : begin + SORTED], key=measure):
                if (len(batches[-1]) + 1) * measure(each) > tokens and batches[-1]:
                    batches.append([])
                batches[-1].append(each)
        order.shuffle(batches)
        yield from batches


def find_means(state: Any, there: Any) -> Any:
    """Return the mean of each row's states that are `there`, of length 1."""
    there = there.unsqueeze(-1).float()
    means = (state * there).sum(1) / there.sum(1).clamp(min=1)
    return means / means.norm(dim=1, keepdim=True).clamp(min=1e-6)

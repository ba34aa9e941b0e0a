from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.models.embedding.settings import EmbeddingSettings
from agents.models.profile_docs import describe_embedding_settings, describe_profile_settings
from agents.models.profiles import ModelProfile, ModelProfiles, profile_schema
from agents.models.providers.openai import OpenAiSettings
from agents.models.providers.table import OWN_PROVIDERS, load_providers
from config.errors import ConfigError
from config.llm import read_llm
from tests.examples import choose_count
from tests.paths import CONFIG

SCHEMA = profile_schema(load_providers(found=()))


def read(folder: Path) -> ModelProfiles:
    settings = read_llm(folder, SCHEMA)
    return SCHEMA.settle_all(settings.default, settings.profiles)


def write_llm(folder: Path, text: str) -> ModelProfiles:
    (folder / "llm.yaml").write_text(text, encoding="utf-8")
    return read(folder)


def one(folder: Path, keys: str) -> ModelProfile:
    return write_llm(folder, f"profiles: {{npc: {{{keys}}}}}").profiles["npc"]


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        write_llm(folder, text)
    return str(caught.value).replace(f"{folder}/", "")


def test_the_shipped_file_says_the_designs_defaults(tmp_path: Path) -> None:
    shipped = read(CONFIG)
    assert shipped == read(tmp_path), "a missing file means the same"
    assert shipped.default == "npc"
    npc, summarizer = shipped.profiles["npc"], shipped.profiles["summarizer"]
    assert (npc.provider.name, npc.model) == ("embedded", "gemma-3-270m")
    assert (summarizer.provider.name, summarizer.model) == ("embedded", "gemma-3-270m")
    assert (npc.temperature, npc.max_tokens) == (0.8, 48)
    assert (summarizer.temperature, summarizer.max_tokens) == (0.3, 200)


def test_the_shipped_file_documents_every_key_as_it_is_declared() -> None:
    """The comment is what `describe_profile_settings` makes of the declarations, line by line."""
    text = (CONFIG / "llm.yaml").read_text(encoding="utf-8")
    block = describe_profile_settings(SCHEMA)
    assert "".join(f"#   {line}\n" for line in block.splitlines()) in text


def test_the_shipped_file_documents_every_key_of_the_embedder_as_it_is_declared() -> None:
    text = (CONFIG / "llm.yaml").read_text(encoding="utf-8")
    block = describe_embedding_settings()
    assert "".join(f"#   {line}\n" for line in block.splitlines()) in text


def read_embedding(folder: Path, keys: str) -> EmbeddingSettings:
    (folder / "llm.yaml").write_text(f"embedding: {{{keys}}}", encoding="utf-8")
    return EmbeddingSettings(**read_llm(folder, SCHEMA).embedding)  # type: ignore[arg-type]


def test_an_embedder_is_read(tmp_path: Path) -> None:
    assert read_embedding(tmp_path, "") == EmbeddingSettings()
    assert read_embedding(tmp_path, "provider: off").provider == "off"
    keys = "provider: openai, url: 'https://example.org/v1/', model: m, api_key_env: KEY"
    assert read_embedding(tmp_path, keys) == EmbeddingSettings(
        "openai", "https://example.org/v1", "m", "KEY"
    )


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("provider: cloud", "llm.yaml:1: embedding.provider"),
        ("provider: ollama", "embedding.model is missing"),
        ("provider: openai, model: m", "embedding.url is "),
        ("provider: ollama, model: m, url: nowhere", "embedding.url is "),
        ("timeout: 0", "embedding.timeout is 0"),
        ("modle: m", "embedding.modle"),
    ],
)
def test_a_wrong_embedder_is_refused(tmp_path: Path, keys: str, said: str) -> None:
    assert said in refusal(tmp_path, f"embedding: {{{keys}}}")


def examples() -> list[str]:
    text = (CONFIG / "llm.yaml").read_text(encoding="utf-8")
    lines = [line[2:] for line in text.split("# Examples.")[1].splitlines()[1:]]
    return [f"  npc:{part}" for part in "\n".join(lines).split("  npc:")[1:]]


@pytest.mark.parametrize(
    ("index", "provider"), [*enumerate(["ollama", "openai", "embedded", "scripted", "rules"])]
)
def test_each_example_in_the_shipped_file_works(
    tmp_path: Path, index: int, provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "my-model.Q4_K_M.gguf").touch()
    (tmp_path / "replies.txt").touch()
    got = write_llm(tmp_path, "profiles:\n" + examples()[index])
    assert len(examples()) == len(OWN_PROVIDERS)
    assert got.profiles["npc"].provider.name == provider


def test_a_price_is_read_with_every_provider(tmp_path: Path) -> None:
    assert one(tmp_path, "price: {input: 3, output: 0.5}").price == (3.0, 0.5)
    assert one(tmp_path, "provider: rules, price: {output: 2, input: 0}").price == (0.0, 2.0)
    assert one(tmp_path, "price:").price == one(tmp_path, "").price == ()


def test_a_provider_brings_its_own_defaults(tmp_path: Path) -> None:
    embedded = one(tmp_path, "")
    assert (embedded.context_tokens, embedded.timeout, embedded.concurrency) == (6144, 120, 1)
    ollama = one(tmp_path, "provider: ollama, model: m")
    assert ollama.values()["url"] == "http://127.0.0.1:11434"
    assert (ollama.context_tokens, ollama.timeout, ollama.concurrency) == (8192, 60, 4)
    assert (ollama.retries, ollama.stop, ollama.daily_tokens) == (2, (), -1)


def test_every_key_is_read(tmp_path: Path) -> None:
    (tmp_path / "replies.txt").touch()
    got = one(
        tmp_path,
        "provider: openai, model: m, url: 'https://h:8/v1/', api_key_env: KEY, api: chat, "
        "script: replies.txt, temperature: 2, max_tokens: 7, timeout: 1.5, retries: 0, "
        'concurrency: 9, stop: ["\\n", "#"], context_tokens: 256, daily_tokens: 1_000_000',
    )
    assert got == ModelProfile(
        name="npc",
        provider=OpenAiSettings("https://h:8/v1", api_key_env="KEY", api="chat"),
        model="m",
        temperature=2.0,
        max_tokens=7,
        timeout=1.5,
        retries=0,
        concurrency=9,
        stop=("\n", "#"),
        context_tokens=256,
        daily_tokens=1_000_000,
    )


def test_a_script_is_looked_for_from_the_config_folder(tmp_path: Path) -> None:
    (tmp_path / "replies.txt").touch()
    got = one(tmp_path, "provider: scripted, script: replies.txt")
    assert got.values()["script"] == str(tmp_path / "replies.txt")


def test_a_single_stop_text_is_a_list_of_one(tmp_path: Path) -> None:
    assert one(tmp_path, 'stop: "\\n"').stop == ("\n",)


def test_a_gguf_file_is_looked_for_from_the_config_folder(tmp_path: Path) -> None:
    (tmp_path / "own.gguf").touch()
    assert one(tmp_path, "model: own.gguf").model == str(tmp_path / "own.gguf")


@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_a_server_may_name_its_models_after_their_files(tmp_path: Path, provider: str) -> None:
    """llama.cpp's server does; no such file need be on this machine."""
    keys = f"provider: {provider}, url: 'http://127.0.0.1:8080/v1', model: models/qwen-3b.gguf"
    assert one(tmp_path, keys).model == "models/qwen-3b.gguf"


def test_without_a_summarizer_the_default_profile_is_it(tmp_path: Path) -> None:
    got = write_llm(tmp_path, "default: big\nprofiles: {big: {}, small: {}}")
    assert got.find("summarizer") == got.profiles["big"]
    assert got.find("small") == got.profiles["small"]
    assert got.find("nobody") is None
    shipped = read(CONFIG)
    assert shipped.find("summarizer") == shipped.profiles["summarizer"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "default: nobody\nprofiles: {npc: {}, b: {}}",
            "llm.yaml:1: default is 'nobody', allowed: npc or b",
        ),
        (
            "\nprofiles: {big: {}}",
            "llm.yaml:1: default is missing, allowed: one of the profiles: big",
        ),
        (
            "profiles:\n  npc:\n    provider: olama",
            "llm.yaml:3: profiles.npc.provider is 'olama', "
            "allowed: embedded or ollama or openai or scripted",
        ),
        (
            "profiles:\n  npc: {provider: openai, url: 'http://h'}",
            "llm.yaml:2: profiles.npc.model is missing, allowed: a text: provider openai needs it",
        ),
        ("profiles: {npc: {provider: ollama}}", "profiles.npc.model is missing"),
        ("profiles: {npc: {provider: openai, model: m}}", "profiles.npc.url is missing"),
        ("profiles: {npc: {provider: scripted}}", "profiles.npc.script is missing"),
        (
            "profiles: {npc: {provider: scripted, script: absent.txt}}",
            "profiles.npc.script is 'absent.txt', allowed: a file that is there",
        ),
        ("profiles: {npc: {model: absent.gguf}}", "profiles.npc.model is 'absent.gguf'"),
        ("profiles: {npc: {model: ~nobody-here/x.gguf}}", "allowed: a file that is there"),
        (f"profiles: {{npc: {{model: {'x' * 300}.gguf}}}}", "allowed: a file that is there"),
        ("profiles: {npc: {url: ftp://h}}", "profiles.npc.url is 'ftp://h', allowed: http://"),
        ("profiles: {npc: {url: 'http://h:x'}}", "profiles.npc.url is 'http://h:x'"),
        ("profiles: {npc: {url: 'http://[h'}}", "profiles.npc.url is 'http://[h'"),
        ("profiles: {npc: {temperature: 2.1}}", "allowed: a number from 0 to 2"),
        ("profiles: {npc: {max_tokens: 0}}", "profiles.npc.max_tokens is 0, allowed: a whole"),
        ("profiles: {npc: {timeout: 0}}", "profiles.npc.timeout is 0, allowed: a number from 0.01"),
        ("profiles: {npc: {retries: 11}}", "allowed: a whole number from 0 to 10"),
        ("profiles: {npc: {concurrency: 0}}", "allowed: a whole number from 1 to 1000"),
        ("profiles: {npc: {context_tokens: 255}}", "allowed: a whole number of 256 or more"),
        ("profiles: {npc: {api: speech}}", "allowed: completions or chat"),
        ("profiles: {npc: {stop: ['']}}", "allowed: a text, or a list of texts"),
        ("profiles: {npc: {stop: {a: b}}}", "profiles.npc.stop is a group of keys"),
        (
            "profiles: {npc: {price: {input: 3}}}",
            "npc.price.output is missing, allowed: a number of 0 or more: a price has input and",
        ),
        ("profiles: {npc: {price: {input: 3, output: -1}}}", "npc.price.output is -1, allowed: a"),
        ("profiles: {npc: {price: {input: 3, output: x}}}", "npc.price.output is 'x', allowed: a"),
        ("profiles: {npc: {price: 3}}", "profiles.npc.price is 3, allowed: a group of keys"),
        (
            "profiles: {npc: {price: {input: 3, output: 1, cached: 1}}}",
            "npc.price.cached is not a setting, allowed: input, output",
        ),
        ("profiles: {npc: {temprature: 1}}", "(did you mean temperature?)"),
        ("profiles: [npc]", "profiles is a list, allowed: a group of keys"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    said = refusal(tmp_path, text)
    assert message in said
    assert "\n" not in said


def test_a_key_written_in_place_of_its_variables_name_is_not_repeated(tmp_path: Path) -> None:
    said = refusal(tmp_path, "profiles: {npc: {api_key_env: sk-verysecret}}")
    assert "profiles.npc.api_key_env is something else, allowed: the name of an env" in said
    assert "secret" not in said


# PyYAML itself does not write NEL and other such characters so that it reads them again.
PRINTABLE = st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"])
PROFILES = st.fixed_dictionaries(
    {},
    optional={
        "temperature": st.floats(0, 2),
        "max_tokens": st.integers(1, 10**6),
        "timeout": st.floats(0.01, 86400),
        "retries": st.integers(0, 10),
        "concurrency": st.integers(1, 1000),
        "stop": st.lists(st.text(PRINTABLE | st.just("\n"), min_size=1), max_size=3),
        "context_tokens": st.integers(256, 10**9),
        "daily_tokens": st.integers(0, 10**12),
        "api": st.sampled_from(["completions", "chat"]),
        "model": st.from_regex(r"[a-z0-9:/._-]{1,20}[a-z0-9]", fullmatch=True),
    },
)


@given(st.dictionaries(st.from_regex(r"[a-zA-Z0-9]{1,8}", fullmatch=True), PROFILES, min_size=1))
@settings(max_examples=choose_count(25, 60), deadline=None)
def test_valid_profiles_come_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, profiles: dict[str, dict[str, object]]
) -> None:
    tree = {"default": next(iter(profiles)), "profiles": profiles}
    folder = tmp_path_factory.mktemp("config")
    got = write_llm(folder, yaml.safe_dump(tree, allow_unicode=True, sort_keys=False))
    assert list(got.profiles) == list(profiles)
    for name, keys in profiles.items():
        for key, value in keys.items():
            wanted = tuple(value) if isinstance(value, list) else value
            read_back = got.profiles[name].values()
            # Another provider's setting is checked, and left aside.
            assert key == "api" or read_back[key] == wanted


@given(
    st.recursive(
        st.text(max_size=5),
        lambda inner: (
            st.dictionaries(
                st.sampled_from(
                    [
                        "default",
                        "profiles",
                        "npc",
                        "provider",
                        "model",
                        "stop",
                        "url",
                        "script",
                        "x",
                    ]
                ),
                inner,
            )
            | st.lists(inner, max_size=2)
        ),
        max_leaves=8,
    )
)
@settings(max_examples=choose_count(60, 150), deadline=None)
def test_no_tree_raises_anything_but_a_config_error(
    tmp_path_factory: pytest.TempPathFactory, tree: object
) -> None:
    folder = tmp_path_factory.mktemp("config")
    try:
        write_llm(folder, yaml.safe_dump(tree))
    except ConfigError as error:
        assert "llm.yaml" in str(error)


def test_prices_are_in_the_currency_that_the_file_names(tmp_path: Path) -> None:
    """US dollars if it names none; what is no currency is refused with its line."""
    assert read_llm(tmp_path, SCHEMA).currency == "USD"
    for money in ("EUR", "€"):
        (tmp_path / "llm.yaml").write_text(f"currency: {money}\n", encoding="utf-8")
        assert read_llm(tmp_path, SCHEMA).currency == money
    said = refusal(tmp_path, "currency: <b>much</b>\n")
    assert "llm.yaml:1" in said and "such as EUR or €" in said

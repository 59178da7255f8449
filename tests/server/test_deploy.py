"""What `deploy/` says fits together: files are there, names mean something, nobody is root."""

from __future__ import annotations

import copy
import importlib.util
import inspect
import json
import os
import re
import shlex
import shutil
import subprocess
import warnings
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cattery.server import cli

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
Dict = dict[str, Any]

_DURATION = re.compile(r"\d+(ms|s|m|h)")
_VARIABLE = re.compile(r"\$\{(\w+)(:[-?][^}]*)?\}")


@pytest.fixture(scope="module")
def compose() -> Dict:
    """The compose file."""
    yaml = pytest.importorskip("yaml")
    found: Dict = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def test_compose_understands_the_file(compose: Dict) -> None:
    """By the schema that Compose publishes, which check-jsonschema brings along."""
    found = importlib.util.find_spec("check_jsonschema")
    if found is None or found.origin is None:
        if os.environ.get("CI"):
            pytest.fail("no check-jsonschema on CI: the extra `test` should have installed it")
        warnings.warn("NO CHECK-JSONSCHEMA: the compose file isn't checked", stacklevel=1)
        pytest.skip("no check-jsonschema in this environment")
    published = Path(found.origin).parent / "builtin_schemas/vendor/compose-spec.json"
    schema = json.loads(published.read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(compose)
    misspelt = copy.deepcopy(compose)
    misspelt["services"]["cattery"]["read-only"] = True
    assert not jsonschema.Draft202012Validator(schema).is_valid(misspelt)


def test_services_have_a_version_and_start_again(compose: Dict) -> None:
    for name, service in compose["services"].items():
        assert "build" in service or ":" in service["image"], f"{name} needs a version"
        assert service["restart"] == "unless-stopped"


def test_a_service_that_is_waited_for_says_that_it_is_well(compose: Dict) -> None:
    """By its own check, or by that of the image that is built here."""
    services = compose["services"]
    for name, service in services.items():
        needed = service.get("depends_on", {})
        assert set(needed) <= set(services), name
        for one, how in needed.items() if isinstance(needed, dict) else []:
            assert how["condition"] in ("service_started", "service_healthy")
            if how["condition"] == "service_healthy":
                assert "healthcheck" in services[one], one
    for service in services.values():
        if (check := service.get("healthcheck")) is not None:
            assert check["test"][0] in ("CMD", "CMD-SHELL")
            assert all(_DURATION.fullmatch(check[key]) for key in ("interval", "timeout"))
    assert "HEALTHCHECK" in dockerfile()


def test_volumes_and_networks_are_there(compose: Dict) -> None:
    used = set()
    for name, service in compose["services"].items():
        for volume in service.get("volumes", ()):
            source, target, *mode = volume.split(":")
            assert target.startswith("/"), name
            assert mode in ([], ["ro"])
            if source.startswith("."):
                assert (DEPLOY / source).is_file(), source
            else:
                used.add(source)
        assert set(service.get("networks", ())) <= set(compose["networks"]), name
        assert set(service.get("secrets", ())) <= set(compose.get("secrets", ())), name
    assert used == set(compose["volumes"])
    database = compose["services"]["database"]
    assert any(":/var/lib/postgresql" in volume for volume in database["volumes"])


def test_nothing_secret_is_written_down(compose: Dict) -> None:
    """Passwords come from the environment, and whoever forgets one hears so."""
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    asked = {name: rule or "" for name, rule in _VARIABLE.findall(text)}
    assert {"CATTERY_HOST", "POSTGRES_PASSWORD"} <= set(asked)
    for name, rule in asked.items():
        assert rule.startswith(":?") or name == "CATTERY_HOST_TOKEN", name
    for service in compose["services"].values():
        for key, value in service.get("environment", {}).items():
            if re.search("PASSWORD|TOKEN", key):
                assert _VARIABLE.fullmatch(value), key


def test_the_proxy_is_the_one_that_is_trusted(compose: Dict) -> None:
    """Its address is fixed, and only it can be reached from outside."""
    services = compose["services"]
    command = services["cattery"]["command"]
    own = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert f"--trusted-proxies={own}" in command
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    upstream = services["proxy"]["environment"]["CATTERY_UPSTREAM"]
    assert upstream == f"cattery:{re.findall(r'EXPOSE (.*)', dockerfile())[0]}"
    proxy = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert set(re.findall(r"\{\$(\w+)", proxy)) == set(services["proxy"]["environment"])


def flags() -> set[str]:
    """What `cattery serve` takes."""
    names = inspect.signature(cli.serve).parameters
    return {f"--{name.replace('_', '-')}" for name in names}


def test_commands_are_those_of_the_server(compose: Dict) -> None:
    unit = (DEPLOY / "cattery.service").read_text("utf-8")
    written = compose["services"]["cattery"]["command"]
    written += shlex.split(re.findall(r"ExecStart=.* serve (.*)", unit)[0])
    for word in written:
        if word.startswith("--"):
            assert word.partition("=")[0] in flags(), word


def dockerfile() -> str:
    """How the image is made."""
    return (ROOT / "Dockerfile").read_text("utf-8")


def test_the_image_does_not_run_as_root(compose: Dict) -> None:
    """The last stage makes a user, and everything after that is the user's."""
    last = dockerfile().rpartition("\nFROM ")[2]
    user = re.findall(r"^USER (\S+)$", last, re.MULTILINE)
    assert user == ["cattery"]
    assert re.search(r"useradd .*--uid [1-9]\d+ .* cattery\b", last)
    assert last.index("USER") < last.index("ENTRYPOINT")
    cattery = compose["services"]["cattery"]
    assert "user" not in cattery
    assert cattery["read_only"] is True
    assert cattery["cap_drop"] == ["ALL"]
    folder = re.findall(r"^VOLUME (\S+)$", last, re.MULTILINE)[0]
    assert [volume.split(":")[1] for volume in cattery["volumes"]] == [folder]


def test_the_unit_is_one(tmp_path: Path) -> None:
    """systemd knows every key; the program is looked for where it will be."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        warnings.warn("NO SYSTEMD: the unit isn't checked", stacklevel=1)
        pytest.skip("no systemd-analyze on this machine")
    text = (DEPLOY / "cattery.service").read_text("utf-8")
    assert "DynamicUser=yes" in text
    unit = tmp_path / "cattery.service"
    unit.write_text(text.replace("/opt/cattery/bin/cattery", "/bin/true"), "utf-8")
    checked = subprocess.run(
        [analyze, "verify", "--man=no", "--recursive-errors=no", unit],
        capture_output=True,
        text=True,
        env={**os.environ, "SYSTEMD_LOG_COLOR": "0"},
        check=False,
    )
    about_it = [line for line in checked.stderr.splitlines() if unit.name in line]
    assert about_it == []

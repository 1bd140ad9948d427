"""Result files as others see them: read_back.py MAKE_SAMPLE (see make_sample.cpp).

The values that are expected here are those of tests/io/samples.hpp.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

try:
    import h5py
    import numpy as np
    import pandas as pd
    import xarray as xr
    import h5netcdf  # noqa: F401, xarray's engine
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(4)

MAKE_SAMPLE = sys.argv.pop(1)
LENGTH = "element.cable.length_m"
PART = "element.cable.part"


def run(*arguments, **environment):
    return subprocess.run([MAKE_SAMPLE, *map(str, arguments)], capture_output=True, text=True,
                          check=False, env={**os.environ, **environment})


TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float),
         "integer": int, "null": type(None)}


def is_of_type(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def misfits(value, schema, root, at="$"):
    """What does not fit, for the keywords of our schema (Debian python3 has no jsonschema)."""
    known = {"$ref", "type", "const", "required", "properties", "additionalProperties", "items",
             "description", "$schema", "$id", "title", "$defs"}
    assert set(schema) <= known, schema
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    types = schema.get("type", list(TYPES))
    if not any(is_of_type(value, t) for t in ([types] if isinstance(types, str) else types)):
        yield f"{at}: type"
        return
    if value != schema.get("const", value):
        yield f"{at}: const"
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from misfits(item, schema.get("items", {}), root, f"{at}.{i}")
    if isinstance(value, dict):
        yield from (f"{at}: no {key}" for key in schema.get("required", []) if key not in value)
        others = schema.get("additionalProperties", {})
        for key, item in value.items():
            yield from misfits(item, schema.get("properties", {}).get(key, others), root,
                               f"{at}.{key}")


class Scratch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="chappe-python-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "a.h5"
        made = run("write", self.file)
        self.assertEqual(made.returncode, 0, made.stderr)


class Reading(Scratch):
    def test_h5py_sees_names_units_and_text(self):
        with h5py.File(self.file) as f:
            self.assertEqual(f.attrs["NX_class"], "NXroot")
            self.assertEqual(f.attrs["format"], "chappe.result")
            self.assertEqual(f.attrs["schema_version"], 1)
            self.assertEqual(f.attrs["default"], "dac")
            self.assertEqual(len(f.attrs["scenario"]), 70000 + 21)
            self.assertEqual(f.attrs["author"], "Ünïcode €")
            self.assertEqual(f.attrs["empty"], "")
            self.assertEqual(list(f.attrs["tables"]),
                             ["dac", "dac/ledger", "limits", "empty", "one/case", "none"])
            dac = f["dac"]
            self.assertEqual(dac.attrs["NX_class"], "NXdata")
            self.assertEqual(dac.attrs["signal"], "ber_pre_fec")
            self.assertEqual(list(dac.attrs["axes"]), [LENGTH, PART])
            self.assertEqual(dac[PART].asstr()[1], "cable/awg30")
            self.assertEqual(dac["status"].asstr()[2, 1], 'no_reach, "far"')
            self.assertEqual(dac["status"].asstr()[2, 0], "")
            self.assertEqual(dac["lanes"][()], 8)
            self.assertEqual(dac["locked"].dtype, np.uint8)
            self.assertEqual(f["dac/ledger/source"].asstr()[1], "5 ns/m, µ")
            self.assertTrue(np.signbit(f["one/case/y"][0]))
            self.assertEqual(f["none/y"].shape, (0,))
            self.assertEqual(f["limits/reach_m"].shape, ())

    def test_every_dataset_has_a_unit_and_axes_that_are_attached(self):
        seen = []

        def visit(name, item):
            if not isinstance(item, h5py.Dataset):
                return
            seen.append(name)
            self.assertIsInstance(item.attrs["units"], str, name)
            self.assertIsInstance(item.attrs["long_name"], str, name)
            self.assertIsNone(item.chunks, name)
            if not h5py.h5ds.is_scale(item.id):
                for dimension in item.dims:
                    self.assertEqual(len(dimension), 1, name)

        with h5py.File(self.file) as f:
            f.visititems(visit)
            self.assertEqual(f["dac/latency_ns"].attrs["units"], "ns")
            self.assertEqual(f["dac"][LENGTH].attrs["units"], "m")
            self.assertEqual(f["dac/latency_ns"].dims[0][0].name, "/dac/" + LENGTH)
        self.assertEqual(len(seen), 3 + 7 + 3 + 7 + 2 + 2 + 3)

    def test_xarray_opens_a_link_and_selects(self):
        with xr.open_dataset(self.file, group="dac", engine="h5netcdf") as ds:
            self.assertEqual(ds.ber_pre_fec.dims, (LENGTH, PART))
            self.assertEqual(ds[LENGTH].attrs["units"], "m")
            self.assertEqual(ds.latency_ns.attrs["units"], "ns")
            self.assertEqual(list(ds[PART].values), ["cable/awg26", "cable/awg30"])
            frame = ds.ber_pre_fec.sel({LENGTH: 1}).to_dataframe()
            self.assertEqual(frame.loc["cable/awg30", "ber_pre_fec"], 2.5e-9)
            self.assertTrue(np.isnan(ds.ber_pre_fec.values[2, 1]))
            self.assertEqual(ds.reach_m.sel({PART: "cable/awg26"}).item(), 2.25)
            self.assertEqual(ds.locked.dtype, np.uint8)
            self.assertEqual(ds.cross_check_z.shape, (3, 2, 2))

    def test_xarray_opens_ledgers_and_odd_tables(self):
        with xr.open_dataset(self.file, group="dac/ledger", engine="h5netcdf") as ds:
            self.assertEqual(ds.value.dims, (LENGTH, PART, "row"))
            latency = ds.value.where(ds.quantity == "latency").sum("row")
            np.testing.assert_allclose(latency.values[:, 0], [11, 13.5, 18.5], rtol=1e-15)
        for group in ("limits", "empty", "one/case", "none"):
            with xr.open_dataset(self.file, group=group, engine="h5netcdf") as ds:
                ds.load()

    def test_two_writes_are_the_same_bytes_whatever_the_time_and_memory_held(self):
        other = self.folder / "b.h5"
        time.sleep(1.1)  # HDF5 counts seconds
        self.assertEqual(run("write", other, MALLOC_PERTURB_="165").returncode, 0)
        self.assertEqual(self.file.read_bytes(), other.read_bytes())
        self.assertEqual(run("write", other, MALLOC_PERTURB_="90").returncode, 0)
        self.assertEqual(self.file.read_bytes(), other.read_bytes())
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["a.h5", "b.h5"])


class Refusing(Scratch):
    def refused(self, message):
        read = run("read", self.file)
        self.assertEqual(read.returncode, 3, read.stdout)
        self.assertIn(message, read.stderr)
        self.assertEqual(read.stderr.count("\n"), 1)

    def test_a_sound_file_is_read(self):
        self.assertEqual(run("read", self.file).stdout, "6 tables\n")

    def test_what_others_add_does_not_matter(self):
        with h5py.File(self.file, "r+") as f:
            f.attrs["remark"] = "mine"
            f["dac/notes"] = [1, 2]
        self.assertEqual(run("read", self.file).stdout, "6 tables\n")

    def test_a_file_of_somebody_else(self):
        with h5py.File(self.file, "w") as f:
            f["x"] = 1
        self.refused("not one of ours: no chappe schema_version")

    def test_a_newer_version(self):
        with h5py.File(self.file, "r+") as f:
            f.attrs["schema_version"] = 2
        self.refused("schema_version 2 is newer than 1")

    def test_another_value(self):
        with h5py.File(self.file, "r+") as f:
            f["dac/latency_ns"][0, 0] = 10
        self.refused("content_sha256")

    def test_links_to_elsewhere(self):
        with h5py.File(self.folder / "other.h5", "w") as f:
            f["x"] = 1
        for link in (h5py.ExternalLink("other.h5", "x"), h5py.SoftLink("/dac/lanes")):
            with h5py.File(self.file, "r+") as f:
                del f["dac/lanes"]
                f["dac/lanes"] = link
            self.refused("'lanes' is a soft or external link")

    def test_filters_and_external_storage(self):
        with h5py.File(self.file, "r+") as f:
            values = f["dac/latency_ns"][()]
            del f["dac/latency_ns"]
            f["dac"].create_dataset("latency_ns", data=values, chunks=(1, 2), compression="gzip")
            f["dac/latency_ns"].attrs["units"] = "ns"
        self.refused("not stored in one plain piece")
        with h5py.File(self.file, "r+") as f:
            del f["dac/latency_ns"]
            f["dac"].create_dataset("latency_ns", (3, 2), "f8",
                                    external=[(self.folder / "raw", 0, 48)])
        self.refused("not stored in one plain piece")

    def test_more_values_than_the_file_holds(self):
        with h5py.File(self.file, "r+") as f:
            del f["dac/latency_ns"]
            f["dac"].create_dataset("latency_ns", (1 << 40,), "f8")
            f["dac/latency_ns"].attrs["units"] = "ns"
            f["dac/latency_ns"].attrs["long_name"] = ""
        self.refused("damaged")


class Texts(Scratch):
    def test_pandas_reads_the_csv(self):
        self.assertEqual(run("csv", self.folder).returncode, 0)
        frame = pd.read_csv(self.folder / "dac.csv", keep_default_na=False,
                            na_values={"ber_pre_fec": ""})
        self.assertEqual(len(frame), 6)
        self.assertEqual(frame["ber_pre_fec"][3], 2.5e-9)
        self.assertTrue(np.isnan(frame["ber_pre_fec"][5]))
        self.assertEqual(frame["status"][5], 'no_reach, "far"')
        with open(self.folder / "dac.ledger.csv", encoding="utf-8", newline="") as text:
            rows = list(csv.DictReader(text))
        self.assertEqual(len(rows), 30)
        self.assertEqual(rows[1]["source"], "5 ns/m, µ")

    def test_json_is_json_and_fits_its_schema(self):
        document = json.loads(run("json").stdout)
        self.assertIsNone(document["links"][0]["cases"][5]["ber_pre_fec"])
        schema = json.loads(run("schema").stdout)
        self.assertEqual(list(misfits(document, schema, schema)), [])
        document["links"][0]["cases"][1]["latency_ns"] = "long"
        del document["links"][0]["axes"][0]["unit"]
        self.assertEqual(list(misfits(document, schema, schema)),
                         ["$.links.0.axes.0: no unit", "$.links.0.cases.1.latency_ns: type"])


if __name__ == "__main__":
    unittest.main()

"""chappe list, schema and doctor: what there is, for readers and for programs."""
import json
import os

import command


class Lists(command.CommandTest):

    def items(self, *words):
        return json.loads(self.expect(0, "list", *words, "--json").stdout)[words[0]]

    def test_models_with_their_parameters(self):
        names = [model["name"] for model in self.items("models")]
        text = self.expect(0, "list", "models").stdout
        for name in ("copper.serdes_tx", "copper.serdes_rx", "copper.twinax", "rs544_514"):
            self.assertIn(name, names)
            self.assertIn(name, text)
        text = self.expect(0, "list", "models", "copper.twinax").stdout
        self.assertRegex(text, r"\n +length_m +m +\[.*\] +\S+ +\S")
        parameters = self.items("models", "copper.twinax")[0]["parameters"]
        length = next(entry for entry in parameters if entry["key"] == "length_m")
        self.assertEqual(length["unit"], "m")
        self.assertTrue(length["doc"])

    def test_every_model_says_what_each_parameter_is(self):
        for model in self.items("models"):
            for entry in self.items("models", model["name"])[0].get("parameters", []):
                self.assertTrue(entry["doc"], f"{model['name']} {entry['key']}")

    def test_parts_with_model_source_and_what_is_verified(self):
        parts = self.items("parts")
        text = self.expect(0, "list", "parts").stdout
        self.assertTrue(parts)
        for part in parts:
            self.assertIn(part["part"], text)
            self.assertTrue(part["model"], part["part"])
            self.assertLessEqual(part["values_verified"], part["values"])

    def test_scenarios_with_their_questions(self):
        scenarios = self.items("scenarios")
        self.assertTrue(scenarios)
        for scenario in scenarios:
            self.assertTrue(scenario["question"].endswith("?"), scenario)
            self.assertTrue(os.path.isfile(scenario["scenario"]), scenario)

    def test_presets_are_a_list_even_if_there_are_none(self):
        presets = self.items("presets")
        text = self.expect(0, "list", "presets").stdout
        self.assertTrue(text)
        if not presets:
            self.assertIn("no presets yet", text)

    def test_what_is_not_there_is_told_with_a_suggestion(self):
        self.refuse(2, "list", "modles", says=["did you mean 'models'?"])
        self.refuse(2, "list", "models", "copper.twinaxe", says=["did you mean 'copper.twinax'?"])
        self.refuse(2, "list", "parts", "cable/twinx", says=["did you mean 'cable/twinax'?"])
        self.refuse(2, "list", "keys", "x", says=["operand too many"])
        self.refuse(2, "list", says=["parts|models|keys|presets|scenarios"])

    def test_one_part_is_its_file(self):
        text = self.expect(0, "list", "parts", "cable/twinax").stdout
        self.assertIn('model = "copper.twinax"', text)
        part = self.items("parts", "cable/twinax")[0]
        with open(part["file"]) as file:
            self.assertEqual(part["text"], file.read())

    def test_keys_of_every_table_with_range_and_meaning(self):
        tables = {entry["table"]: entry for entry in self.items("keys")}
        text = self.expect(0, "list", "keys").stdout
        for table, key in (("[solve]", "yield_samples"), ("[require]", "margin_db_min"),
                           ("[[link]]", "lanes"), ("[[link.section]]", "precoded"),
                           ("[[link.fec]]", "codeword_interleave")):
            self.assertIn(table, text)
            self.assertIn(key, text)
            entry = next(entry for entry in tables[table]["keys"] if entry["key"] == key)
            self.assertTrue(entry["doc"], key)
        self.assertIn('distribution = "normal"', text)

    def test_a_data_folder_that_is_not_there_is_told_with_the_variable_that_names_it(self):
        nowhere = dict(os.environ, CHAPPE_DATA=str(self.folder / "none"))
        says = ["CHAPPE_DATA", str(self.folder / "none")]
        for what in ("parts", "presets", "scenarios"):
            self.refuse(3, "list", what, env=nowhere, says=says)
        self.edited("part.toml", ('model = "copper.serdes_rx"', 'part = "serdes/any"'))
        self.refuse(3, "run", "part.toml", env=nowhere, says=says)
        # A scenario that needs no part runs all the same.
        self.expect(0, "run", self.scenario, "-q", env=nowhere)
        done = self.expect(3, "doctor", env=nowhere)
        self.assertIn("trouble: ", done.stderr)
        self.assertIn(str(self.folder / "none"), done.stderr)


class SelfDescription(command.CommandTest):

    def test_the_schema_is_json_with_every_column_of_a_run(self):
        text = self.expect(0, "schema").stdout
        self.assertIn("$schema", json.loads(text))
        document = json.loads(self.expect(0, "run", self.scenario, "-q", "--json").stdout)
        for column in document["links"][0]["cases"][0]:
            if not column.startswith("element."):
                self.assertIn(f'"{column}"', text)

    def test_doctor_tells_build_instruction_set_cores_and_data(self):
        facts = json.loads(self.expect(0, "doctor", "--json").stdout)
        for name in ("version", "build", "instruction_set", "threads", "data_folder"):
            self.assertTrue(facts[name], name)
        self.assertEqual(facts["troubles"], [])
        text = self.expect(0, "doctor").stdout
        self.assertIn(facts["instruction_set"], text)

    def test_t67_a_debug_build_says_so(self):
        debug = json.loads(self.expect(0, "doctor", "--json").stdout)["debug_build"]
        for words in (["doctor"], ["run", self.scenario]):
            self.assertEqual("debug build" in self.expect(0, *words).stderr, debug)


if __name__ == "__main__":
    command.main()

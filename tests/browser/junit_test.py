#!/usr/bin/env python3
"""JUnit samples under a real XML parser, with text that tries to break out. usage: junit_test.py REPORT_SAMPLES WORK"""
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

samples, work = sys.argv[1], pathlib.Path(sys.argv[2])
work.mkdir(parents=True, exist_ok=True)
subprocess.run([samples, work], check=True)
for name, tests in {"sample": 10, "large": 60, "alone": 10, "nothing": 0}.items():
    root = ElementTree.parse(work / f"{name}.xml").getroot()
    assert root.tag == "testsuites" and [child.tag for child in root] == ["testsuite"], name
    cases = root.findall("testsuite/testcase")
    assert len(cases) == tests == int(root.get("tests")), name
    assert {child.tag for case in cases for child in case} <= {"failure", "skipped", "system-out"}, name
    assert sum(case.find("failure") is not None for case in cases) == int(root.get("failures")), name
    assert sum(case.find("skipped") is not None for case in cases) == int(root.get("skipped")), name
    assert all(len(case.findall("failure")) <= 1 and case.get("classname") and case.get("name") and float(case.get("time")) >= 0 for case in cases), name
evil = [case for case in ElementTree.parse(work / "sample.xml").getroot().iter("testcase") if case.get("name").startswith("evil")][0]
assert "</script><script>alert(1)</script><!-- ]]> & \"quotes\"" in evil.get("name")
assert "\\x1b[31m \\x01 \\xff" in evil.find("failure").get("message")
print("ok")

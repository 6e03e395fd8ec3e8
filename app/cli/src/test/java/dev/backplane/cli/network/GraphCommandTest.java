package dev.backplane.cli.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import dev.backplane.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs on the command line. */
class GraphCommandTest {
  private static final String ONE =
      """
      {
        "format": "backplane-ir",
        "version": 1,
        "graphs": {
          "main": {
            "attributes": {},
            "nodes": {
              "in": {"type": "input", "attributes": {"width": 8}},
              "cut": {"type": "relu", "attributes": {}},
              "out": {"type": "output", "attributes": {}}
            },
            "edges": [
              {"from": "in", "to": "cut", "attributes": {}},
              {"from": "cut", "to": "out", "attributes": {}}
            ]
          }
        }
      }
      """;

  @TempDir Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void aGraphIsListedNodeByNode() throws IOException {
    Outcome outcome = Outcome.of("graph", file("a.json", ONE));

    assertThat(outcome.out()).contains("main: 3 nodes, 2 edges").containsPattern("cut +relu +in");
    assertThat(outcome.code()).isZero();
  }

  @Test
  void programsGetGraphsAndDifferencesAsJson() throws IOException {
    String file = file("a.json", ONE);
    String other = file("b.json", ONE.replace("relu", "tanh"));

    assertThat(Outcome.of("graph", file, "--json").out())
        .startsWith("{\"graphs\":[{\"graph\":\"main\",\"edges\":2,\"nodes\":[")
        .contains("{\"node\":\"cut\",\"type\":\"relu\",\"inputs\":[\"in\"],\"attributes\":[]}")
        .hasLineCount(1);
    assertThat(Outcome.of("graph", file, "--json", "--diff", file).out())
        .isEqualTo("{\"differences\":[]}\n");
    assertThat(Outcome.of("graph", file, "--json", "--diff", other))
        .satisfies(
            compared -> {
              assertThat(compared.code()).isEqualTo(1);
              assertThat(compared.out()).startsWith("{\"differences\":[\"");
            });
    assertThat(Outcome.of("graph", file, "--json", "--svg").code()).isEqualTo(2);
  }

  @Test
  void aGraphIsDrawn() throws IOException {
    String file = file("a.json", ONE);
    Path picture = folder.resolve("a.svg");

    assertThat(Outcome.of("graph", file, "--dot").out()).contains("digraph \"main\"");
    assertThat(Outcome.of("graph", file, "--svg", "-o", picture.toString()).code()).isZero();
    assertThat(picture).content().startsWith("<svg ").contains(">cut<");
  }

  @Test
  void theDifferenceIsToldAndIsTheExitCode() throws IOException {
    String one = file("a.json", ONE);
    String other = file("b.json", ONE.replace("\"width\": 8", "\"width\": 9"));

    Outcome outcome = Outcome.of("graph", one, "--diff", other);
    assertThat(outcome.out()).isEqualTo("~ graph main, node in, attribute width: 8 -> 9\n");
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(Outcome.of("graph", one, "--diff", one).code()).isZero();
  }

  @Test
  void reportsMistakesWithTheFile() throws IOException {
    String bad = file("bad.json", ONE.replace("\"to\": \"cut\"", "\"to\": \"cat\""));

    Outcome outcome = Outcome.of("graph", bad);
    assertThat(outcome.code()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err())
        .contains("DANGLING_EDGE", "bad.json", "graph main", "edge in -> cat", "no node cat");
    assertThat(Outcome.of("graph", folder.resolve("none.json").toString()).code())
        .isEqualTo(ExitCode.USAGE);
    assertThat(Outcome.of("graph", file("a.json", ONE), "--svg", "--dot").err())
        .contains("exclude each other");
    assertThat(Outcome.of("graph", file("a.json", ONE), "--svg", "--graph", "x").err())
        .contains("[main]");
  }
}

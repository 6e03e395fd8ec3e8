package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Schemas describe all that commands print for programs, to the last key. */
class JsonSchemasTest {
  /** Schemas of what is written with another option than {@code --json}. */
  private static final Set<String> OTHERS =
      Set.of(
          "run-stats",
          "test-coverage",
          "quantization",
          "compile-check",
          "compile-explore",
          "chosen-point");

  /**
   * Schemas and commands that they describe. What ends in an exclamation mark fails and says so in
   * JSON; what has a question mark needs a front end.
   */
  private static final String OUTPUTS =
      """
      list              list
      info              info
      info              info softcard/card0
      info              info cards/card0.fme
      info              info EXAMPLES/vadd/vadd.xclbin
      info              info EXAMPLES/hello-afu/hello_afu.gbs
      info              info FOLDER/container.bin
      image-inspect     image inspect EXAMPLES/vadd/vadd.xclbin
      image-inspect     image inspect EXAMPLES/nlb0/nlb0.gbs
      image-inspect     image inspect FOLDER/container.bin
      image-verify      image verify EXAMPLES/vadd/vadd.xclbin
      image-select      image select FOLDER/container.bin --takes softcard
      image-select      image select FOLDER/container.bin -d softcard/card0
      image-dump        image dump EXAMPLES/vadd/vadd.xclbin IP_LAYOUT
      image-dump        image dump EXAMPLES/vadd/vadd.xclbin MEM_TOPOLOGY
      plugins           plugins
      plugins           plugins --config FOLDER/missing-library.json
      doctor            doctor
      doctor            doctor --config FOLDER/nothing.json
      components        components
      components        components conv2d
      graph             graph FOLDER/network.json
      graph!            graph FOLDER/network.json --diff FOLDER/other.json
      compile           compile FOLDER/network.json -o FOLDER/OUT
      compile-check     compile FOLDER/network.json --check --json
      quantization      compile FOLDER/network.json -o FOLDER/OUT --report FOLDER/report
      compile           compile FOLDER/network.json --interval 1 -o FOLDER/OUT
      compile-explore   compile FOLDER/network.json --explore --json -o FOLDER/OUT
      chosen-point      compile FOLDER/network.json --explore -o FOLDER/found
      simulate?         simulate FOLDER/network.json --samples 2
      simulate?         simulate FOLDER/network.json --samples 1
      build?            build EXAMPLES/vadd/vadd.sv EXAMPLES/rtl/ap_ctrl_hs.sv \
      --kernel EXAMPLES/vadd/kernel.xml --engine jvm -o FOLDER/OUT.xclbin
      run               run EXAMPLES/vadd/vadd.xclbin --kernel vadd --arg a=@FOLDER/network.json \
      --arg b=@FOLDER/network.json --arg c=FOLDER/OUT:64 --arg n=16 --stats
      run               run EXAMPLES/vadd/vadd.xclbin --kernel vadd --arg a=@FOLDER/network.json \
      --arg b=@FOLDER/network.json --arg c=:64 --arg n=16
      run!              run EXAMPLES/vadd/vadd.xclbin --kernel none
      run-stats         run EXAMPLES/vadd/vadd.xclbin --kernel vadd --arg a=@FOLDER/network.json \
      --arg b=@FOLDER/network.json --arg c=:64 --arg n=16 --stats json
      test              test EXAMPLES/vadd/vadd.test.toml --filter nothing* --seed 0
      test-coverage     test EXAMPLES/vadd/vadd.test.toml --filter nothing* --seed 0 -q \
      --coverage FOLDER/coverage.json
      demo              demo FOLDER/network.json
      examine           examine --device softcard/card0 --load EXAMPLES/vadd/vadd.xclbin
      examine           examine --device softcard/card0 -r mechanical,firewall
      examine           examine --device cards/card0.fme
      sensors           sensors --device softcard/card0 --count 2 --interval 1ms
      top               top --device softcard/card0 --load EXAMPLES/vadd/vadd.xclbin --count 1
      top               top --device cards/card0.fme --count 1
      clock             clock --device softcard/card0
      clock             clock --device cards/card0.port
      errors            errors --device softcard/card0
      errors            errors --device cards/card0.fme --clear
      reset             reset --device softcard/card0
      reset             reset --device softcard/card0 --load EXAMPLES/vadd/vadd.xclbin -r kernel
      program           program --device softcard/card0 EXAMPLES/vadd/vadd.xclbin
      program           program --device softcard/card0 --base FOLDER/base.xclbin --dry-run
      program           program --device softcard/card0 --base FOLDER/base.xclbin --yes
      program           program --device cards/card0.fme EXAMPLES/hello-afu/hello_afu.gbs
      validate          validate --device softcard/card0 --time 1ms
      opae-list         opae list
      opae-info         opae info cards/card0.fme
      opae-info         opae info cards/card0.port
      opae-info         opae info cards/card0.fme --object errors
      opae-info         opae info cards/card0.fme --object ports_num
      opae-errors       opae errors cards/card0.fme --clear fme_errors
      opae-errors       opae errors --all
      opae-metrics      opae metrics cards/card0.fme --count 2 --interval 1ms
      opae-clock        opae clock cards/card0.port
      opae-clock        opae clock cards/card0.port --high 200
      opae-reconfigure  opae reconfigure EXAMPLES/hello-afu/hello_afu.gbs --dry-run -B 0xb0
      opae-reconfigure  opae reconfigure EXAMPLES/hello-afu/hello_afu.gbs -B 0xb0
      capi-list         capi list
      capi-info         capi info
      capi-flash        capi flash EXAMPLES/crc32c/crc32c.xclbin --dry-run
      capi-flash        capi flash EXAMPLES/crc32c/crc32c.xclbin --yes
      """;

  private static final String NETWORK =
      """
      {"format": "backplane-ir", "version": 1, "graphs": {"main": {"attributes": {},
        "nodes": {
          "in": {"type": "input",
            "attributes": {"width": 8, "fraction": 4, "shape": [4], "signed": true}},
          "cut": {"type": "relu", "attributes": {}},
          "out": {"type": "output", "attributes": {}}},
        "edges": [
          {"from": "in", "to": "cut", "attributes": {}},
          {"from": "cut", "to": "out", "attributes": {}}]}}}
      """;

  private static final String CARDS =
      """
      {"plugins": [
        {"module": "softcard"},
        {"module": "opaecard", "name": "cards", "config": {"cards": [
          {"errors": {"device": {"fme_errors": "0x20"}}},
          {"name": "guest", "virtual_function": true, "address": "0001:3b:1f.0"}]}},
        {"module": "capi", "name": "coherent",
         "config": {"host": "power8", "platform": "powervm", "cards": [{}]}}]}
      """;

  /** A command and the schema that describes what it prints. */
  record Output(String schema, boolean fails, boolean needsFrontEnd, List<String> words) {
    static Output of(String line) {
      List<String> words = List.of(line.strip().split(" +"));
      String mark = words.getFirst();
      return new Output(
          mark.replaceAll("[!?]", ""),
          mark.endsWith("!"),
          mark.endsWith("?"),
          words.subList(1, words.size()));
    }

    @Override
    public String toString() {
      return String.join(" ", words);
    }
  }

  @TempDir static Path folder;

  @BeforeAll
  static void filesAreThere() throws IOException {
    Files.writeString(folder.resolve("cards.json"), CARDS);
    Files.writeString(
        folder.resolve("missing-library.json"),
        "{\"plugins\": [{\"module\": \"xrt\", \"config\": {\"library\": \"/none/libxrt.so\"}}]}");
    Files.writeString(folder.resolve("network.json"), NETWORK);
    Files.writeString(folder.resolve("other.json"), NETWORK.replace("relu", "tanh"));
    Xclbin.builder()
        .header(header -> header.withVersion(2, 3, 4))
        .platform("backplane_softcard_1")
        .add(SectionKind.SCHED_FIRMWARE, new byte[100])
        .deriveIdentity()
        .build()
        .write(folder.resolve("base.xclbin"));
    Outcome packed =
        Outcome.of(
            "image",
            "pack",
            folder.resolve("container.bin").toString(),
            "--binary",
            "target=softcard,file=" + Outcome.example("vadd/vadd.xclbin"),
            "--binary",
            "target=opencl_c,file="
                + Outcome.example("vadd/vadd.cl")
                + ",kernels=vadd,range.vadd=3,compile=-g");
    assertThat(packed.code()).as(packed.err()).isZero();
  }

  static Stream<Output> outputs() {
    return OUTPUTS.lines().map(Output::of);
  }

  @ParameterizedTest
  @MethodSource("outputs")
  void everyObjectIsDescribed(Output output) throws IOException {
    assumeTrue(
        !output.needsFrontEnd() || frontEndIsThere(), "neither verilator nor yosys is installed");
    Outcome outcome = Outcome.of(line(output).toArray(String[]::new));
    assertThat(outcome.code() != 0).as(outcome.toString()).isEqualTo(output.fails());
    String printed =
        switch (output.schema()) {
          case "test-coverage" -> Files.readString(folder.resolve("coverage.json"));
          case "quantization" -> Files.readString(folder.resolve("report/quantization.json"));
          case "chosen-point" -> Files.readString(folder.resolve("found/chosen.json"));
          default -> outcome.out();
        };
    assertThat(printed).startsWith("{");
    JsonSchema schema = JsonSchema.of(output.schema());
    printed.lines().forEach(schema::describes);
  }

  private static List<String> line(Output output) throws IOException {
    List<String> words = new ArrayList<>();
    String out = Files.createTempDirectory(folder, "out").resolve("made").toString();
    for (String word : output.words()) {
      words.add(
          word.replace("FOLDER/OUT", out)
              .replace("FOLDER", folder.toString())
              .replace("EXAMPLES", Outcome.example("")));
    }
    if (!OTHERS.contains(output.schema())) {
      words.add("--json");
    }
    if (!words.contains("--config") && !words.getFirst().equals("image")) {
      words.addAll(List.of("--config", folder.resolve("cards.json").toString()));
    }
    return words;
  }

  private static boolean frontEndIsThere() {
    try {
      return !FrontEnd.find(Duration.ofMinutes(1)).name().isEmpty();
    } catch (RtlException e) {
      return false;
    }
  }

  @Test
  void everyCommandThatPrintsJsonHasASchemaAndNoSchemaIsSuperfluous() {
    Set<String> commands =
        AllCommands.commands()
            .filter(command -> command.getCommandSpec().findOption("--json") != null)
            .map(command -> command.getCommandSpec().qualifiedName("-"))
            .map(name -> name.substring("backplane-".length()))
            .collect(Collectors.toCollection(TreeSet::new));
    commands.addAll(OTHERS);
    assertThat(JsonSchema.names()).isEqualTo(commands);
  }

  @Test
  void everySchemaIsTriedOnAnOutput() {
    assertThat(outputs().map(Output::schema).collect(Collectors.toSet()))
        .isEqualTo(JsonSchema.names());
  }

  @Test
  void thePageLinksEverySchema() throws IOException {
    String page = Files.readString(Outcome.home().resolve("docs/json.md"));
    for (String name : JsonSchema.names()) {
      assertThat(page).contains("](json/" + name + ".schema.json)");
    }
  }

  @Test
  void everyKeyHasADescriptionAndNoObjectIsOpen() {
    for (String name : JsonSchema.names()) {
      JsonNode schema = new ObjectMapper().readTree(JsonSchema.text(name));
      assertThat(schema.path("title").asString("")).as(name).isNotEmpty();
      check(name, schema);
    }
  }

  private static void check(String name, JsonNode schema) {
    if (schema.path("type").asString("").equals("object")) {
      JsonNode others = schema.path("additionalProperties");
      assertThat(others.isObject() ? "described" : others.toString())
          .as("other keys in %s: %s", name, schema)
          .isIn("described", "false");
      for (JsonNode property : schema.path("properties")) {
        assertThat(property.path("description").asString(""))
            .as("%s: %s", name, property)
            .endsWith(".");
      }
    }
    schema.forEach(below -> check(name, below));
  }
}

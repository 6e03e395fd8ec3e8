package dev.backplane.cli.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.cli.Outcome;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.JsonTree;
import dev.backplane.rtl.images.UnpackedImage;
import dev.backplane.xclbin.Bmc;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.ClockFreqTopology;
import dev.backplane.xclbin.Connectivity;
import dev.backplane.xclbin.DebugIpLayout;
import dev.backplane.xclbin.Ip;
import dev.backplane.xclbin.IpLayout;
import dev.backplane.xclbin.Mcs;
import dev.backplane.xclbin.MemTopology;
import dev.backplane.xclbin.MemoryBank;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.SoftKernel;
import dev.backplane.xclbin.Xclbin;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageCommandsTest {
  @TempDir Path folder;
  private String image = "";

  @BeforeEach
  void copy() throws Exception {
    Path file = folder.resolve("vadd.xclbin");
    Files.copy(Path.of(Outcome.example("vadd/vadd.xclbin")), file);
    image = file.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "inspect",
        "verify",
        "dump",
        "replace-section",
        "add-section",
        "remove-section",
        "sign",
        "pack",
        "select"
      })
  void everyCommandHasAHelpText(String command) {
    Outcome outcome = Outcome.of("image", command, "--help");

    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).contains("Usage: backplane image " + command);
  }

  @Test
  void anImageIsDescribedForPeopleAndForPrograms() {
    assertThat(Outcome.of("image", "inspect", image).out())
        .contains("IP_LAYOUT")
        .contains("kernel vadd: 1 compute unit");
    assertThat(Outcome.of("image", "inspect", "--json", image).out())
        .contains("\"kind\":\"IP_LAYOUT\",\"number\":8")
        .contains("\"units\":[{\"index\":0,\"name\":\"vadd:vadd_1\"");
    assertThat(Outcome.of("image", "verify", image).out()).contains("sound");
    assertThat(Outcome.of("image", "verify", "--json", image).out()).contains("\"good\":true");
  }

  @Test
  void theEmulationUnpacksTheChangedImage() throws Exception {
    Path table = folder.resolve("clocks.json");
    Outcome.of("image", "dump", image, "CLOCK_FREQ_TOPOLOGY", "--json", "-o", "" + table);
    String text = Files.readString(table);
    Files.writeString(table, text.replaceAll("(\"m_freq_Mhz\" *: *\"?)[0-9]+", "$1123"));
    assertThat(Files.readString(table)).isNotEqualTo(text);

    Outcome replaced = Outcome.of("image", "replace-section", image, "8", "" + table);
    assertThat(replaced.code()).as("a table of clocks is no table of units").isNotZero();
    replaced = Outcome.of("image", "replace-section", image, "CLOCK_FREQ_TOPOLOGY", "" + table);

    assertThat(replaced.code()).as(replaced.err()).isZero();
    Xclbin changed = Xclbin.read(Path.of(image));
    Path unpacked = Files.createDirectories(folder.resolve("unpacked"));
    byte[] archive = changed.section(SectionKind.BITSTREAM).orElseThrow().data().toArray();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = unpacked.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, zip.readAllBytes());
      }
    }
    Xclbin seen = Xclbin.read(UnpackedImage.read(unpacked));
    assertThat(seen.uuid()).isEqualTo(changed.uuid());
    assertThat(seen.section(SectionKind.CLOCK_FREQ_TOPOLOGY).orElseThrow().data())
        .isEqualTo(changed.section(SectionKind.CLOCK_FREQ_TOPOLOGY).orElseThrow().data());
  }

  @Test
  void aTableIsTakenOutChangedAndPutBack() throws Exception {
    Path table = folder.resolve("mem.json");
    Xclbin before = Xclbin.read(Path.of(image));
    assertThat(
            Outcome.of("image", "dump", image, "MEM_TOPOLOGY", "--json", "-o", "" + table).code())
        .isZero();
    Files.writeString(table, Files.readString(table).replace("DDR[1]", "other"));
    Outcome replaced = Outcome.of("image", "replace-section", image, "MEM_TOPOLOGY", "" + table);
    Xclbin after = Xclbin.read(Path.of(image));

    assertThat(replaced.err()).isEmpty();
    assertThat(after.memTopology().orElseThrow().banks().get(1).tag()).isEqualTo("other");
    assertThat(after.uuid()).isNotEqualTo(before.uuid());
    assertThat(after.metadata()).isEqualTo(before.metadata());
  }

  @Test
  void sectionsAreAddedAndRemoved() throws Exception {
    Xclbin before = Xclbin.read(Path.of(image));
    Path content = Files.writeString(folder.resolve("b.json"), "{\"a\":1}");
    Outcome.of("image", "add-section", image, "BUILD_METADATA", "" + content, "--name", "build");

    assertThat(Outcome.of("image", "dump", image, "build_metadata").out()).isEqualTo("{\"a\":1}\n");
    Path other = folder.resolve("other.xclbin");
    Outcome removed =
        Outcome.of("image", "remove-section", image, "#8", "--keep-uuid", "-o", "" + other);
    assertThat(removed.code()).isZero();
    assertThat(Xclbin.read(other).sections()).hasSize(8);
    Outcome.of("image", "remove-section", image, "BUILD_METADATA", "--keep-uuid");
    // The archive is another: the copy of the container in it has the new uuid.
    List<Section> after = Xclbin.read(Path.of(image)).sections();
    assertThat(after.subList(1, after.size()))
        .isEqualTo(before.sections().subList(1, before.sections().size()));
  }

  @Test
  void allSectionsAreWrittenIntoAFolder() {
    Outcome outcome = Outcome.of("image", "dump", image, "--json", "-o", folder.toString());

    assertThat(outcome.out()).contains("00-BITSTREAM.zip").contains("02-IP_LAYOUT.json");
    assertThat(folder.resolve("05-EMBEDDED_METADATA.xml")).isNotEmptyFile();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dump|NOPE|is no kind of section",
        "dump|PDI|The file has #0 BITSTREAM",
        "dump|#99|there is no section #99",
        "dump|BITSTREAM|Add -o FILE",
        "dump|IP_LAYOUT[1]|only 1 sections",
        "dump|?|names no section",
        "dump|99999999999|names no section",
        "remove-section|PDI|there is no section PDI",
      })
  void namesAMissingSection(String command, String section, String said) {
    Outcome outcome = Outcome.of("image", command, image, section);

    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{|is not JSON",
        "[]|has no key 'mem_topology'",
        "{\"mem_topology\":{\"m_mem_data\":3}}|m_mem_data is not a list",
        "{\"mem_topology\":{\"m_mem_data\":[{\"m_type\":\"X\"}]}}|'X' is no number and none of",
        "{\"mem_topology\":{\"m_mem_data\":[{\"m_type\":\"999\"}]}}|999 is not from 0 to 255",
        "{} {}|more text follows after the end",
      })
  void jsonThatIsNoTableIsToldWhereItIsWrong(String json, String said) throws Exception {
    Path content = Files.writeString(folder.resolve("bad.json"), json);
    Outcome outcome = Outcome.of("image", "replace-section", image, "MEM_TOPOLOGY", "" + content);

    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("bad.json").contains(said);
  }

  @Test
  void aDamagedFileIsRefusedWithItsPlace() throws Exception {
    byte[] bytes = Files.readAllBytes(Path.of(image));
    Files.write(Path.of(image), Arrays.copyOf(bytes, 5000));
    for (String command : List.of("inspect", "verify", "sign")) {
      Outcome outcome =
          command.equals("sign")
              ? Outcome.of("image", "dump", image, "#0")
              : Outcome.of("image", command, image);
      assertThat(outcome.code()).isEqualTo(1);
      assertThat(outcome.err()).contains("xclbin TRUNCATED").contains("offset 304");
    }
  }

  @Test
  void aKeyIsNeededForSigning() {
    assertThat(Outcome.of("image", "sign", image).err()).contains("--pkcs12");
    assertThat(Outcome.of("image", "sign", image, "--key", "no", "--certificate", "no").err())
        .contains("signature IO: no cannot be read");
    assertThat(Outcome.of("image", "verify", image, "--trust", "no").err())
        .contains("signature IO");
  }

  @Test
  void everyTableSurvivesBeingJson() {
    List<Section> tables =
        List.of(
            new MemTopology(List.of(new MemoryBank(77, true, -1, 1, "t"))).toSection(),
            new MemTopology(List.of(new MemoryBank(6, false, 5, -1, "HBM[0]"))).toGroupSection(),
            new Connectivity(List.of(new Connectivity.Connection(-1, 0, 3))).toSection(),
            new Connectivity(List.of(new Connectivity.Connection(1, 2, 3))).toGroupSection(),
            new IpLayout(
                    List.of(
                        new Ip(1, 0x0305, 0x1800000, "a:b"),
                        new Ip(1, 0xffff_ffff, Ip.FREE_RUNNING, "a:c"),
                        new Ip(5, 9, 0, "hbm")))
                .toSection(),
            new DebugIpLayout(List.of(new DebugIpLayout.DebugIp(1, 300, 3, 4, 5, -6, "m")))
                .toSection(),
            new ClockFreqTopology(
                    List.of(
                        new ClockFreqTopology.Clock(300, 1, "c"),
                        new ClockFreqTopology.Clock(1, 200, "d")))
                .toSection(),
            new Mcs(List.of(new Mcs.Chunk(1, Bytes.of((byte) 1)), new Mcs.Chunk(9, Bytes.EMPTY)))
                .toSection(),
            new Bmc("i", "d", "v", "m", Bytes.of((byte) 1, (byte) 2)).toSection(),
            new SoftKernel("n", "v", "m", "s", -1, Bytes.of((byte) 3)).toSection());
    for (Section table : tables) {
      StringWriter text = new StringWriter();
      Json.print(new PrintWriter(text, true), SectionJson.of(table).orElseThrow());
      byte[] json = text.toString().getBytes(StandardCharsets.UTF_8);
      SectionKind kind = table.kind().orElseThrow();

      assertThat(SectionJson.read(kind, JsonTree.read("t.json", json))).isEqualTo(table);
    }
  }
}

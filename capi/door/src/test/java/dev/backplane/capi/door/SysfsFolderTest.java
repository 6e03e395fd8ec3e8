package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.runtime.Backplane;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Cards as files and links, as the system's class {@code cxl} has them. */
@Timeout(600)
final class SysfsFolderTest {
  private static final String CONFIGURATION =
      """
      {"plugins": [{"module": "capi", "name": "cards", "config":
        {"host": "power8", "platform": "powervm", "cards": [
          {"afus": [{"mode": "none"}]},
          {"afus": [{}, {"afu": "%s", "mode": "dedicated_process"}]}]}}]}
      """
          .formatted(FaultyAfu.class.getName());

  private final Path folder;
  private final List<String> log = new CopyOnWriteArrayList<>();
  private List<AutoCloseable> opened = List.of();
  private final Backplane backplane;
  private SysfsFolder shown;
  private final Path root;

  SysfsFolderTest(@TempDir Path temporary) throws IOException {
    folder = temporary;
    root = folder.resolve("sys");
    backplane = Backplane.open(Files.writeString(folder.resolve("backplane.json"), CONFIGURATION));
    shown = show();
  }

  private SysfsFolder show() {
    return SysfsFolder.open(
        root, folder.resolve("door"), () -> backplane.enumerate(List.of(Filter.any())), log::add);
  }

  @BeforeEach
  void nothingIsWrong() {
    assertThat(log).isEmpty();
    assertThat(opened).isEmpty();
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    shown.close();
    assertThat(root).doesNotExist();
    backplane.close();
  }

  private static List<String> names(Path of) throws IOException {
    try (Stream<Path> all = Files.list(of)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  private Path file(String path) {
    return shown.ofClass().resolve(path);
  }

  private String text(String path) throws IOException {
    return Files.readString(file(path));
  }

  private void write(String path, String value) throws IOException {
    Files.writeString(file(path), value);
    shown.refresh();
  }

  private CoherentCard card(String name) {
    Device device = backplane.token("cards/" + name).open(OpenMode.SHARED);
    opened = Stream.concat(opened.stream(), Stream.of(device)).toList();
    return device.facet(CoherentCard.class);
  }

  @Test
  void theClassLinksToCardsAcceleratorsAndNodes() throws IOException {
    assertThat(names(shown.ofClass()))
        .containsExactly(
            "afu0.0", "afu1.0", "afu1.0m", "afu1.0s", "afu1.1", "afu1.1d", "card0", "card1");
    for (String name : names(shown.ofClass())) {
      assertThat(file(name)).isSymbolicLink().isDirectory();
      assertThat(file(name + "/subsystem").toRealPath()).isEqualTo(shown.ofClass().toRealPath());
    }
    assertThat(file("afu1.1d/device").toRealPath()).isEqualTo(file("afu1.1").toRealPath());
    assertThat(file("afu1.1/device").toRealPath()).isEqualTo(file("card1").toRealPath());
    assertThat(file("card1/afu1.1/afu1.1d").toRealPath()).isEqualTo(file("afu1.1d").toRealPath());
    assertThat(names(file("card0"))).contains("afu0.0").doesNotContain("afu1.0");
    assertThat(text("card1/device/vendor")).isEqualTo("0x1014\n");
    assertThat(text("card1/device/device")).isEqualTo("0x0477\n");
    // As readers do who look for an attribute: in the folder, then behind 'device'.
    assertThat(text("afu1.0s/device/device/caia_version")).isEqualTo("1.0\n");
  }

  @Test
  void attributesAreTextsThatEndWithANewline() throws IOException {
    Map<String, String> expected =
        Map.ofEntries(
            Map.entry("card0/caia_version", "1.0"),
            Map.entry("card0/psl_revision", "8"),
            Map.entry("card0/base_image", "0"),
            Map.entry("card0/image_loaded", "factory"),
            Map.entry("card0/load_image_on_perst", "user"),
            Map.entry("card0/perst_reloads_same_image", "0"),
            Map.entry("card0/psl_timebase_synced", "1"),
            Map.entry("card0/tunneled_ops_supported", "0"),
            Map.entry("card0/dev", "511:0"),
            Map.entry("card1/dev", "511:13"),
            Map.entry("afu0.0/mode", "none"),
            Map.entry("afu1.0/mode", "afu_directed"),
            Map.entry("afu1.0/irqs_min", "3"),
            Map.entry("afu1.0/irqs_max", "2035"),
            Map.entry("afu1.0/mmio_size", "4096"),
            Map.entry("afu1.0/modes_supported", "afu_directed"),
            Map.entry("afu1.0/prefault_mode", "none"),
            Map.entry("afu1.0/api_version", "3"),
            Map.entry("afu1.0/api_version_compatible", "1"),
            Map.entry("afu1.0m/pp_mmio_len", "4096"),
            Map.entry("afu1.0m/dev", "511:15"),
            Map.entry("afu1.0s/dev", "511:16"),
            Map.entry("afu1.1/modes_supported", "dedicated_process\nafu_directed"),
            Map.entry("afu1.1/cr0/vendor", "0x1014"),
            Map.entry("afu1.1/cr0/device", "0x0601"),
            Map.entry("afu1.1/cr0/class", "0x120000"),
            Map.entry("afu1.1d/dev", "511:17"));
    for (var each : expected.entrySet()) {
      assertThat(text(each.getKey())).as(each.getKey()).isEqualTo(each.getValue() + "\n");
    }
  }

  @Test
  void attributesThatAreNotThereHaveNoFile() {
    for (String path :
        List.of(
            "afu1.0/afu_err_buff",
            "afu1.0/cr0",
            "afu1.0s/mmio_size",
            "afu1.1d/pp_mmio_len",
            "afu1.0/dev",
            "afu0.0s")) {
      assertThat(file(path)).doesNotExist();
    }
  }

  @Test
  void buffersAndRecordsAreBytes() throws IOException {
    ByteBuffer errors = ByteBuffer.wrap(Files.readAllBytes(file("afu1.1/afu_err_buff")));
    assertThat(errors.capacity()).isEqualTo(FaultyAfu.ERRORS);
    assertThat(errors.getLong(8 * 700)).isEqualTo(700);
    assertThat(Files.readAllBytes(file("afu1.1/cr0/config")))
        .hasSize(FaultyAfu.RECORD)
        .startsWith(0x14, 0x10, 0x01, 0x06);
  }

  @Test
  void filesMayBeWrittenThatCanBeSet() throws IOException {
    Map<String, String> expected =
        Map.ofEntries(
            Map.entry("afu1.1/irqs_min", "r--r--r--"),
            Map.entry("afu1.1/irqs_max", "rw-r--r--"),
            Map.entry("afu1.1/mode", "rw-r--r--"),
            Map.entry("afu1.1/reset", "-w-------"),
            Map.entry("card1/reset", "-w-------"),
            Map.entry("card1/perst_reloads_same_image", "rw-r--r--"),
            Map.entry("afu1.1/cr0/config", "r--------"));
    for (var each : expected.entrySet()) {
      var permissions = Files.getPosixFilePermissions(file(each.getKey()));
      assertThat(PosixFilePermissions.toString(permissions))
          .as(each.getKey())
          .isEqualTo(each.getValue());
    }
  }

  @Test
  void nodesLeadToTheDoorAndTheirUsualOneHasTheNameOfTheAccelerator() throws IOException {
    Path nodes = root.resolve("dev/cxl");
    assertThat(names(nodes))
        .containsExactly("afu1.0", "afu1.0m", "afu1.0s", "afu1.1", "afu1.1d", "card0", "card1");
    assertThat(Files.readSymbolicLink(nodes.resolve("afu1.0"))).hasToString("afu1.0s");
    assertThat(Files.readSymbolicLink(nodes.resolve("afu1.1"))).hasToString("afu1.1d");
    assertThat(Files.readSymbolicLink(nodes.resolve("afu1.0m")))
        .isEqualTo(folder.resolve("door").toAbsolutePath());
    assertThat(UdevRules.shipped().links(shown.ofClass()))
        .containsExactly("cxl/afu1.0 -> afu1.0s", "cxl/afu1.1 -> afu1.1d");
    write("afu1.1/mode", "afu_directed\n");
    assertThat(Files.readSymbolicLink(nodes.resolve("afu1.1"))).hasToString("afu1.1s");
    assertThat(UdevRules.shipped().links(shown.ofClass())).contains("cxl/afu1.1 -> afu1.1s");
  }

  @Test
  void aWriteToAFileSetsItsValue() throws IOException {
    write("afu1.1/mode", "none");
    assertThat(names(shown.ofClass())).contains("afu1.1").doesNotContain("afu1.1d", "afu1.1s");
    assertThat(file("afu1.1").resolve("afu1.1d")).doesNotExist();
    write("afu1.0/irqs_max", "7\n");
    assertThat(card("card1").accelerator(0).mostInterrupts()).isEqualTo(7);
    assertThat(text("afu1.0/irqs_max")).isEqualTo("7\n");
    write("afu1.0/prefault_mode", "work_element_descriptor");
    assertThat(text("afu1.0/prefault_mode")).isEqualTo("work_element_descriptor\n");
    write("card1/load_image_on_perst", "factory");
    write("afu1.0/reset", "1");
    write("card1/reset", "1");
    assertThat(text("card1/load_image_on_perst")).isEqualTo("factory\n");
    // A reset brings the limit back that the card has, and the mode of the configuration.
    assertThat(text("afu1.0/irqs_max")).isEqualTo("2035\n");
    assertThat(names(shown.ofClass())).contains("afu1.1d");
    assertThat(log).isEmpty();
  }

  @Test
  void aValueThatIsRefusedIsToldAndTheFileGoesBack() throws IOException {
    List<List<String>> refused =
        List.of(
            List.of("afu1.0/mode", "shared"),
            List.of("afu1.0/mode", "dedicated_process"),
            List.of("afu1.0/irqs_max", "2"),
            List.of("afu1.0/irqs_max", "3000"),
            List.of("afu1.0/irqs_max", "many"),
            List.of("afu1.0/prefault_mode", "some"),
            List.of("card1/load_image_on_perst", "both"),
            List.of("card1/perst_reloads_same_image", "2"),
            List.of("card1/reset", "2"));
    for (List<String> each : refused) {
      String path = each.getFirst();
      String before = path.endsWith("reset") ? "" : text(path);
      write(path, each.getLast() + "\n");
      assertThat(log).singleElement().asString().contains(path, each.getLast(), "errno 22");
      // Only root can read a file that is for writing.
      assertThat(Files.isReadable(file(path)) ? text(path) : "").isEqualTo(before);
      log.clear();
    }
  }

  @Test
  void changesNoFolderThatIsInUse() throws Exception {
    try (Device context = backplane.token("cards/afu1.0s").open(OpenMode.SHARED)) {
      assertThat(context.id()).endsWith("afu1.0s");
      write("afu1.0/mode", "none");
      write("afu1.0/reset", "1");
      assertThat(log).hasSize(2).allMatch(line -> line.contains("errno 16"));
      assertThat(text("afu1.0/mode")).isEqualTo("afu_directed\n");
    }
    write("card1/perst_reloads_same_image", "1");
    write("card1/reset", "-1");
    assertThat(log).hasSize(3).last().asString().contains("card1/reset", "errno 22");
  }

  @Test
  void acceleratorsVanishAndComeBackWithTheirCard() throws IOException {
    CoherentCard card = card("card1");
    card.remove();
    shown.refresh();
    assertThat(names(shown.ofClass())).containsExactly("afu0.0", "card0", "card1");
    assertThat(names(file("card1"))).doesNotContain("afu1.0");
    card.rescan();
    shown.refresh();
    assertThat(names(shown.ofClass())).contains("afu1.0", "afu1.0s", "afu1.1d");
  }

  @Test
  void aFileThatIsEmptiedOrRemovedComesBack() throws IOException {
    Files.writeString(file("afu1.0/mode"), "");
    Files.setLastModifiedTime(
        file("afu1.0/mode"), FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
    Files.delete(file("afu1.0/irqs_max"));
    Files.delete(file("afu1.0/reset"));
    shown.refresh();
    assertThat(text("afu1.0/mode")).isEqualTo("afu_directed\n");
    assertThat(text("afu1.0/irqs_max")).isEqualTo("2035\n");
    assertThat(file("afu1.0/reset")).exists();
    assertThat(log).singleElement().asString().contains("afu1.0/mode", "errno 22");
  }

  @Test
  void theDriverForCardsOfTheMachineReadsItAsTheKernels() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("system.json"),
            """
            {"plugins": [{"module": "capi", "name": "system", "config":
              {"host": "system", "class": "%s", "devices": "%s"}}]}
            """
                .formatted(shown.ofClass(), root.resolve("dev/cxl")));
    try (Backplane system = Backplane.open(file);
        Device device = system.token("system/card1").open(OpenMode.SHARED)) {
      CoherentCard read = device.facet(CoherentCard.class);
      CoherentCard card = card("card1");
      assertThat(read.attributes()).isEqualTo(card.attributes());
      assertThat(read.accelerator(1))
          .usingRecursiveComparison()
          .ignoringFields("openContexts", "allRegisters", "contextOffset", "contextLength")
          .isEqualTo(card.accelerator(1));
      MemorySegment word = MemorySegment.ofArray(new byte[8]);
      assertThat(read.errorBuffer(1, 8192 - 8, word)).isEqualTo(8);
      assertThat(word.toArray(ValueLayout.JAVA_BYTE)).endsWith(3, -1);
      assertThat(read.record(1, 0, 0, word)).isEqualTo(8);
      assertThat(read.record(1, 0, FaultyAfu.RECORD, word)).isZero();
    }
  }

  @Test
  void aFolderThatIsTakenAwayComesBack() throws IOException {
    Files.move(root, folder.resolve("away"));
    shown.refresh();
    assertThat(text("afu1.0/mode")).isEqualTo("afu_directed\n");
    assertThat(text("afu1.0/irqs_min")).isEqualTo("3\n");
    assertThat(log).isEmpty();
  }

  @Test
  void reportsOnceThatAFileCannotBeShown() throws IOException {
    Path inTheWay = Files.createDirectories(root.resolve(".part/something"));
    Files.delete(file("afu1.0/irqs_max"));
    shown.refresh();
    shown.refresh();
    assertThat(log).singleElement().asString().contains("not shown");
    Files.delete(inTheWay);
    shown.refresh();
    assertThat(text("afu1.0/irqs_max")).isEqualTo("2035\n");
  }

  private ErrorCode refusal() {
    return catchThrowableOfType(BackplaneException.class, this::show).code();
  }

  @Test
  void aFolderHasOneServerAndNothingElse() throws IOException {
    assertThat(refusal()).isEqualTo(ErrorCode.BUSY);
    shown.close();
    Files.createDirectories(root);
    Path other = Files.createFile(root.resolve("other"));
    assertThat(refusal()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(names(root)).containsExactly("other");
    Files.delete(other);
    Files.delete(root);
    Files.createFile(root);
    assertThat(refusal()).isEqualTo(ErrorCode.FILE_UNREADABLE);
    Files.delete(root);
    shown = show();
  }

  @Test
  void removesTheFilesOfAServerThatDied() throws IOException {
    shown.close();
    Files.createDirectories(root.resolve("class/cxl"));
    Files.createFile(root.resolve(".backplane"));
    Files.createSymbolicLink(root.resolve("class/cxl/card7"), folder);
    shown = show();
    assertThat(file("card7")).doesNotExist();
    assertThat(folder.resolve("backplane.json")).exists();
    // The folder was there before, so it stays.
    shown.close();
    assertThat(names(root)).isEmpty();
    Files.delete(root);
    assertThat(Files.exists(root, LinkOption.NOFOLLOW_LINKS)).isFalse();
  }
}

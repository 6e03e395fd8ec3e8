package dev.backplane.pi.opencl.icd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IcdSearchTest {
  @TempDir Path folder;
  private Path system;
  private final List<Place> places = new ArrayList<>();

  @BeforeEach
  void folders() throws IOException {
    system = Files.createDirectory(folder.resolve("vendors"));
  }

  private List<Candidate> search(Map<String, String> environment) {
    return search(environment, Optional.empty());
  }

  private List<Candidate> search(
      Map<String, String> environment, Optional<Path> configured, String... libraries) {
    places.clear();
    return IcdSearch.search(
        new IcdSettings(
            environment,
            system,
            configured,
            List.of(libraries),
            IcdSettings.Probing.SUSPICIOUS,
            Duration.ofSeconds(1)),
        places);
  }

  private List<String> libraries(Map<String, String> environment) {
    return search(environment).stream().map(Candidate::library).toList();
  }

  private Path icd(Path in, String name, String content) throws IOException {
    return Files.writeString(Files.createDirectories(in).resolve(name), content);
  }

  private String found(Path place) {
    return places.stream()
        .filter(each -> each.where().endsWith(" " + place))
        .map(Place::found)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "libfoo.so",
        "libfoo.so\n",
        "libfoo.so\r\n",
        "  libfoo.so \t\r\n",
        "\n\r\nlibfoo.so\nlibbar.so\n"
      })
  void theFirstLineNamesTheLibrary(String content) throws IOException {
    icd(system, "foo.icd", content);
    assertThat(search(Map.of()))
        .containsExactly(new Candidate("libfoo.so", system.resolve("foo.icd").toString(), true));
  }

  @Test
  void aNameMayHaveBlanksAndAnyLetters() throws IOException {
    icd(system, "foo.icd", "/opt/größer als/libfoo bar.so\n");
    assertThat(libraries(Map.of())).containsExactly("/opt/größer als/libfoo bar.so");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n \r\n"})
  void aFileThatNamesNothingSaysSo(String content) throws IOException {
    Path file = icd(system, "foo.icd", content);
    assertThat(search(Map.of())).isEmpty();
    assertThat(found(file)).isEqualTo("is empty, so it names no library");
  }

  @Test
  void reportsAFileThatIsNoText() throws IOException {
    Path elf = icd(system, "elf.icd", "\u007fELF\u0002\u0001\u0000\u0000");
    Path large = icd(system, "large.icd", "x".repeat(10_000));
    Path directory = Files.createDirectory(system.resolve("x.icd"));
    Path link = system.resolve("link.icd");
    Files.createSymbolicLink(link, folder.resolve("nowhere"));
    assertThat(search(Map.of())).isEmpty();
    assertThat(found(elf)).isEqualTo("is no text");
    assertThat(found(large)).contains("10000 bytes");
    assertThat(found(directory)).isEqualTo("is a directory, not a file");
    assertThat(found(link)).isEqualTo("points to a file that is not there");
  }

  @Test
  void aFileThatCannotBeReadSaysSo() throws IOException {
    Path file = icd(system, "foo.icd", "libfoo.so");
    Files.setPosixFilePermissions(file, Set.of(PosixFilePermission.OWNER_WRITE));
    assumeFalse(Files.isReadable(file), "root reads everything");
    assertThat(search(Map.of())).isEmpty();
    assertThat(found(file)).isEqualTo("cannot be read: permission denied");
  }

  @Test
  void filesAreReadInTheOrderOfTheirNamesAndOthersAreNot() throws IOException {
    icd(system, "b.icd", "libb.so");
    icd(system, "a.icd", "liba.so");
    icd(system, "c.icd.disabled", "libc.so");
    assertThat(libraries(Map.of())).containsExactly("liba.so", "libb.so");
    assertThat(found(system)).isEqualTo("has ICD files: 2");
  }

  @Test
  void aFolderThatIsMissingOrHasNothingSaysSo() throws IOException {
    assertThat(search(Map.of())).isEmpty();
    assertThat(found(system)).isEqualTo("has no file ending in .icd");
    Path nowhere = folder.resolve("nowhere");
    assertThat(search(Map.of("OPENCL_VENDOR_PATH", nowhere.toString()))).isEmpty();
    assertThat(found(nowhere)).isEqualTo("is not there");
    Path file = icd(folder, "file", "");
    assertThat(search(Map.of("OPENCL_VENDOR_PATH", file.toString()))).isEmpty();
    assertThat(found(file)).isEqualTo("is no folder");
  }

  @Test
  void oclIcdVendorsReplacesTheFolder() throws IOException {
    icd(system, "a.icd", "liba.so");
    Path other = folder.resolve("other");
    icd(other, "b.icd", "libb.so");
    Path third = folder.resolve("third");
    icd(third, "c.icd", "libc.so");
    assertThat(libraries(Map.of("OCL_ICD_VENDORS", other.toString()))).containsExactly("libb.so");
    assertThat(libraries(Map.of("OCL_ICD_VENDORS", other + "/"))).containsExactly("libb.so");
    assertThat(libraries(Map.of("OPENCL_VENDOR_PATH", third.toString())))
        .containsExactly("libc.so");
    assertThat(
            libraries(
                Map.of(
                    "OCL_ICD_VENDORS", other.toString(), "OPENCL_VENDOR_PATH", third.toString())))
        .containsExactly("libb.so");
    assertThat(libraries(Map.of("OCL_ICD_VENDORS", "", "OPENCL_VENDOR_PATH", "")))
        .containsExactly("liba.so");
  }

  @Test
  void oclIcdVendorsMayBeAFileOrItsNameInTheFolder() throws IOException {
    icd(system, "a.icd", "liba.so");
    icd(system, "b.icd", "libb.so");
    Path other = icd(folder.resolve("other"), "c.icd", "libc.so");
    assertThat(libraries(Map.of("OCL_ICD_VENDORS", "b.icd"))).containsExactly("libb.so");
    assertThat(libraries(Map.of("OCL_ICD_VENDORS", other.toString()))).containsExactly("libc.so");
    assertThat(search(Map.of("OCL_ICD_VENDORS", "nowhere.icd"))).isEmpty();
    assertThat(found(Path.of("nowhere.icd"))).isEqualTo("is not there");
  }

  @Test
  void oclIcdVendorsMayBeALibrary() {
    assertThat(libraries(Map.of("OCL_ICD_VENDORS", "libfoo.so.1"))).containsExactly("libfoo.so.1");
    assertThat(libraries(Map.of("OCL_ICD_VENDORS", "/opt/libfoo.so.1")))
        .containsExactly("/opt/libfoo.so.1");
  }

  @Test
  void oclIcdFileNamesComesFirstAndInAddition() throws IOException {
    icd(system, "a.icd", "liba.so");
    assertThat(libraries(Map.of("OCL_ICD_FILENAMES", "libx.so::/opt/liby.so: ")))
        .containsExactly("libx.so", "/opt/liby.so", "liba.so");
  }

  @Test
  void theConfigurationNamesAFolderAndLibraries() throws IOException {
    icd(system, "a.icd", "liba.so");
    Path other = folder.resolve("other");
    icd(other, "b.icd", "libb.so");
    assertThat(search(Map.of("OCL_ICD_FILENAMES", "libx.so"), Optional.of(other), "libz.so"))
        .extracting(Candidate::library)
        .containsExactly("libz.so", "libx.so", "libb.so");
    assertThat(search(Map.of("OPENCL_VENDOR_PATH", system.toString()), Optional.of(other)))
        .extracting(Candidate::library)
        .containsExactly("liba.so");
  }

  @Test
  void onlyWhatTheSystemsFolderNamesIsTrusted() throws IOException {
    icd(system, "a.icd", "liba.so");
    Path other = folder.resolve("other");
    icd(other, "b.icd", "libb.so");
    assertThat(search(Map.of("OCL_ICD_VENDORS", other.toString())))
        .extracting(Candidate::trusted)
        .containsExactly(false);
    Path spelled = other.resolve("..").resolve("vendors");
    assertThat(search(Map.of("OCL_ICD_VENDORS", spelled.toString()), Optional.empty(), "libz.so"))
        .extracting(Candidate::trusted)
        .containsExactly(false, true);
  }
}

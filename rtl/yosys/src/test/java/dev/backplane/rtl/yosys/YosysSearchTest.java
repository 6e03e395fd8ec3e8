package dev.backplane.rtl.yosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YosysSearchTest {
  @TempDir Path folder;
  private Path path;
  private Path project;

  @BeforeEach
  void folders() throws IOException {
    path = Files.createDirectory(folder.resolve("path"));
    project = Files.createDirectories(folder.resolve("project/deep"));
  }

  @Test
  void theNewestOfAllIsTaken() throws IOException {
    program("yosys", "Yosys 0.23 (git sha1 7ce5011c24b)");
    program("node", "");
    npm(folder.resolve("project"), "0.55.944");
    Yosys found = search(Map.of()).find();
    assertThat(found.name()).isEqualTo("yosys 0.55");
    assertThat(found.command())
        .containsExactly(
            path.resolve("node").toString(),
            Yosys.DRIVER,
            folder.resolve("project/node_modules/@yowasp/yosys/gen/bundle.js").toString());
    assertThat(found.isOld()).isFalse();
  }

  @Test
  void aNewerProgramWinsOverThePackage() throws IOException {
    program("yosys", "Yosys 0.60+1");
    program("node", "");
    npm(folder.resolve("project"), "0.55.944");
    assertThat(search(Map.of()).find().name()).isEqualTo("yosys 0.60");
  }

  @Test
  void thePackageIsFoundInTheCacheFolder() throws IOException {
    program("node", "");
    npm(folder.resolve("cache/backplane"), "0.41.0");
    Map<String, String> more = Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
    assertThat(search(more).find().name()).isEqualTo("yosys 0.41");
  }

  @Test
  void theVariableWinsOverAll() throws IOException {
    program("yosys", "Yosys 0.60");
    program("mine", "Yosys 0.9 ");
    assertThat(search(Map.of("BACKPLANE_YOSYS", "mine")).find().name()).isEqualTo("yosys 0.9");
  }

  @Test
  void theVariableMayNameTheFolderOfThePackage() throws IOException {
    program("node", "");
    npm(folder, "0.55.1");
    Map<String, String> more = Map.of("BACKPLANE_YOSYS", folder.resolve("node_modules").toString());
    assertThat(search(more).find().name()).isEqualTo("yosys 0.55");
  }

  @Test
  void aVariableWithAnInvalidPathIsAnErrorEvenIfThereIsAnotherYosys() throws IOException {
    program("yosys", "Yosys 0.60");
    assertThatThrownBy(() -> search(Map.of("BACKPLANE_YOSYS", "absent")).find())
        .isInstanceOf(RtlException.class)
        .hasMessageContaining("BACKPLANE_YOSYS");
  }

  @Test
  void aFailedSearchListsAllPlaces() {
    assertThatThrownBy(() -> search(Map.of()).find())
        .isInstanceOfSatisfying(
            RtlException.class, e -> assertThat(e.error()).isEqualTo(RtlError.TOOL_MISSING))
        .hasMessageContaining(project.resolve("node_modules").toString())
        .hasMessageContaining("'yosys' on PATH")
        .hasMessageContaining("npm install @yowasp/yosys");
  }

  @Test
  void aProgramThatIsNotYosysIsSkipped() throws IOException {
    program("yosys", "something else");
    assertThatThrownBy(() -> search(Map.of()).find()).hasMessageContaining("does not say");
  }

  private YosysSearch search(Map<String, String> more) {
    var environment = new java.util.HashMap<>(more);
    environment.put("PATH", path.toString());
    environment.put("HOME", folder.resolve("home").toString());
    return new YosysSearch(environment, project);
  }

  private void program(String name, String says) throws IOException {
    Path program = Files.writeString(path.resolve(name), "#!/bin/sh\necho '" + says + "'\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void npm(Path at, String version) throws IOException {
    Path yosys = at.resolve("node_modules/@yowasp/yosys");
    Files.createDirectories(yosys.resolve("gen"));
    Files.writeString(yosys.resolve("gen/bundle.js"), "");
    Files.writeString(
        yosys.resolve("package.json"), "{\"name\": \"x\", \"version\": \"" + version + "\"}");
  }
}

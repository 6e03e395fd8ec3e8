package dev.backplane.cli.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MendedShimTest {
  @TempDir Path folder;

  private static byte[] packaged() throws IOException {
    Path shim = Path.of("/usr/lib", System.getProperty("os.arch", ""), "none");
    try {
      shim = XrtLibraries.find(Map.of()).shim();
    } catch (RuntimeException absent) {
      assumeTrue(false, "XRT's emulation library is not installed");
    }
    return Files.readAllBytes(shim);
  }

  @Test
  void thePackagedLibraryKeepsItsCommandsAndLeavesSignalsAlone() throws IOException {
    byte[] before = packaged();
    MendedShim mended = MendedShim.of(before.clone());
    assertThat(mended.schedules()).isTrue();
    assertThat(mended.copies()).isEqualTo(before[18] == 0x3e);
    assertThat(mended.bytes()).hasSameSizeAs(before);
    int changed = 0;
    for (int i = 0; i < before.length; i++) {
      changed += before[i] == mended.bytes()[i] ? 0 : 1;
    }
    // An instruction, name and version of at most four symbols, a call and what it calls.
    assertThat(changed).isBetween(2, 4 + 4 * 6 + 4 + 216);
    assertThat(MendedShim.of(mended.bytes().clone()).bytes()).isEqualTo(mended.bytes());
  }

  @Test
  void leavesAnotherLibraryAsItIs() throws IOException {
    byte[] text =
        "no library at all, but longer than a header of ELF has bytes, that is 64"
            .getBytes(StandardCharsets.US_ASCII);
    MendedShim untouched = MendedShim.of(text.clone());
    assertThat(untouched.schedules()).isFalse();
    assertThat(untouched.bytes()).isEqualTo(text);
    assertThat(MendedShim.of(new byte[0]).schedules()).isFalse();
  }

  @Test
  void aLibraryThatIsCutOrBrokenIsNoFault() throws IOException {
    byte[] whole = packaged();
    Random random = new Random(7);
    for (int bytes = 1; bytes < whole.length; bytes *= 4) {
      MendedShim.of(Arrays.copyOf(whole, bytes));
    }
    for (int round = 0; round < 50; round++) {
      byte[] broken = whole.clone();
      for (int hit = 0; hit < 8; hit++) {
        broken[random.nextInt(64)] = (byte) random.nextInt();
      }
      broken[0] = 0x7f;
      MendedShim.of(broken);
    }
  }

  @Test
  void theFolderHasAllLibrariesAndTheMendedOne() throws IOException {
    Path libraries = Files.createDirectory(folder.resolve("installed"));
    for (String name : new String[] {"libxrt_core.so.2", "libxilinxopencl.so.2", "libm.so.6"}) {
      Files.writeString(libraries.resolve(name), name);
    }
    Files.writeString(libraries.resolve("libxrt_hwemu.so.2"), "a library of another machine");
    Path made = folder.resolve("lib");
    MendedShim shim = MendedShim.make(new XrtLibraries(libraries), made);
    assertThat(shim.schedules()).isFalse();
    assertThat(made.resolve("libxrt_core.so.2")).isSymbolicLink().hasContent("libxrt_core.so.2");
    assertThat(made.resolve("installed/libxilinxopencl.so.2")).exists();
    assertThat(made.resolve("libm.so.6")).doesNotExist();
    assertThat(made.resolve("libxrt_hwemu.so.2"))
        .isRegularFile()
        .hasContent("a library of another machine");
    assertThat(Files.isSymbolicLink(made.resolve("libxrt_hwemu.so.2"))).isFalse();
  }
}

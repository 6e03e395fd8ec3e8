package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NativeLibraryTest {
  private static final MethodHandle PROCESS = Calls.of(FunctionDescriptor.of(ValueLayout.JAVA_INT));

  @TempDir private Path folder = Path.of("");

  @Test
  void aLibraryOfTheSystemIsFoundAndCalled() throws Throwable {
    NativeLibrary library = NativeLibrary.load("libc.so.6", List.of());
    int pid = (int) PROCESS.invokeExact(library.function("getpid"));

    assertThat(pid).isEqualTo((int) ProcessHandle.current().pid());
    assertThat(library.find("there_is_no_such_function")).isEmpty();
  }

  @Test
  void aLibraryThatIsMissingNamesEveryPlace() {
    assertThatThrownBy(
            () ->
                NativeLibrary.load(
                    "libbackplane_no_such.so.7", List.of(folder, Path.of("/nowhere"))))
        .isInstanceOf(NativeLibraryMissing.class)
        .hasMessageContaining("libbackplane_no_such.so.7")
        .hasMessageContaining(folder + ": not there")
        .hasMessageContaining("/nowhere: not there")
        .hasMessageContaining("ldconfig");
  }

  @Test
  void aFileThatIsNoLibraryIsNamedAndTheNextPlaceIsTried() throws IOException {
    Files.writeString(folder.resolve("libc.so.6"), "no ELF");

    assertThat(NativeLibrary.load("libc.so.6", List.of(folder)).name()).isEqualTo("libc.so.6");
    Files.writeString(folder.resolve("libbackplane_no_such.so.7"), "no ELF");
    assertThatThrownBy(() -> NativeLibrary.load("libbackplane_no_such.so.7", List.of(folder)))
        .hasMessageContaining(folder + ": ")
        .hasMessageNotContaining("not there");
  }

  @Test
  void aFunctionThatIsMissingNamesItsLibrary() {
    assertThatThrownBy(() -> NativeLibrary.c().function("there_is_no_such_function"))
        .isInstanceOf(NativeLibraryMissing.class)
        .hasMessageContaining("there_is_no_such_function")
        .hasMessageContaining("the C library");
  }

  @Test
  void anOpenedLibraryHasItsFunctionsUntilItIsClosed() {
    NativeLibrary library = NativeLibrary.open("libm.so.6");
    assertThat(library.find("cos")).isPresent();
    assertThat(library.find("there_is_no_such_function")).isEmpty();
    library.close();
  }

  @Test
  void aLibraryThatDoesNotOpenSaysWhyInTheLinkersWords() {
    assertThatThrownBy(() -> NativeLibrary.open("libbackplane_no_such.so.7"))
        .isInstanceOf(NativeLibraryMissing.class)
        .hasMessageContaining("cannot open shared object file");
    assertThatThrownBy(() -> NativeLibrary.open("/dev/null"))
        .isInstanceOfSatisfying(
            NativeLibraryMissing.class, e -> assertThat(e.reason()).contains("/dev/null"));
  }
}

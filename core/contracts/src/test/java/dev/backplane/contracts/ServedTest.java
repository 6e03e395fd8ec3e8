package dev.backplane.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServedTest {
  @TempDir Path folder;

  @BeforeEach
  void aTableIsServed() {
    Compilation done =
        Compilation.of(
            folder,
            """
            package dev.backplane.opae.abi;
            @dev.backplane.api.contract.Functions(
                prefixes = "fpga", narrow = {"int", "uint32_t"}, absent = 9, value = \"""
            /** Acquires. */
            fpgaOpen(fpga_token token, fpga_handle *handle, int flags);
            /** Resets. */
            fpgaReset(fpga_handle handle);
            /** Reads. */
            readMmio32: fpgaReadMMIO32(fpga_handle handle, uint32_t mmio_num, uint64_t offset,
                uint32_t *value);
            /** Maps. */
            mapMmio: fpgaMapMMIO(fpga_handle handle, const uint64_t **_Nullable pointer);
            /** Subscribes. */
            fpgaRegisterEvent(fpga_handle handle, fpga_event_handle event);
            \""")
            @dev.backplane.api.contract.Served(
                targets = {"fpga_token", "fpga_handle"}, translated = "fpga_event_handle",
                macros = "functions.def", value = \"""
            /** Ends. */
            end(void);
            /** Lists. */
            fpgaGetChildren(fpga_handle handle, fpga_handle *children);
            \""")
            public interface Opae {}
            """);
    assertThat(done.problems()).isEmpty();
  }

  private String written(String name) throws IOException {
    return Files.readString(folder.resolve("dev/backplane/opae/abi").resolve(name));
  }

  @Test
  void aFunctionThatMeansTheSameOnBothSidesIsForwardedAfterItsPointersWereChecked()
      throws IOException {
    assertThat(written("ServedOpae.java"))
        .contains(
            """
              public int readMmio32(long handle, int mmioNum, long offset, long value) {
                Target target = fpgaHandle(handle);
                required(value, "value");
                return target.functions().readMmio32(target.inner(), mmioNum, offset, value);
              }
            """,
            """
              public int mapMmio(long handle, long pointer) {
                Target target = fpgaHandle(handle);
                return target.functions().mapMmio(target.inner(), pointer);
              }
            """);
  }

  @Test
  void aFunctionThatMakesOrTakesNumbersIsLeftToTheSubclass() throws IOException {
    assertThat(written("ServedOpae.java"))
        .doesNotContain("public int open(", "public int registerEvent(")
        .contains(
            "public abstract int end();",
            "public abstract int getChildren(long handle, long children);");
  }

  @Test
  void aNumberFindsItsMethodAndItsWords() throws IOException {
    assertThat(written("ServedOpae.java"))
        .contains(
            "case 1 -> reset(RawMemory.getLong(words + 0));",
            "case 2 -> readMmio32(RawMemory.getLong(words + 0), RawMemory.getInt(words + 8),"
                + " RawMemory.getLong(words + 16), RawMemory.getLong(words + 24));",
            "case 5 -> end();",
            "case 6 -> getChildren(");
  }

  @Test
  void cHasTheSameNumbersAndABodyForEachFunctionOfPrograms() throws IOException {
    assertThat(written("functions.def"))
        .containsSubsequence(
            "NUMBER(fpgaOpen)\n",
            "NUMBER(fpgaReset)\n",
            "#ifndef OWN_fpgaReset\n",
            "STUB(fpgaReset, (fpga_handle handle), (WORD(handle)))\n",
            "#endif\n",
            "NUMBER(fpgaReadMMIO32)\n",
            "NUMBER(fpgaMapMMIO)\n",
            "STUB(fpgaMapMMIO, (fpga_handle handle, const uint64_t **pointer),"
                + " (WORD(handle), WORD(pointer)))\n",
            "NUMBER(fpgaRegisterEvent)\n",
            "NUMBER(end)\n",
            "NUMBER(fpgaGetChildren)\n",
            "STUB(fpgaGetChildren,")
        .doesNotContain("STUB(end");
  }
}

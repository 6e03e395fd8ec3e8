package dev.backplane.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FunctionsTest {
  @TempDir Path folder;

  private Compilation table(String list) {
    return Compilation.of(
        folder,
        """
        package dev.backplane.pi.table;
        @dev.backplane.api.contract.Functions(
            prefixes = {"piext", "pi"}, narrow = {"int"}, absent = -995, value = \"""
        %s\""")
        public interface Pi {}
        """
            .formatted(list));
  }

  private String written(Compilation done, String name) throws IOException {
    assertThat(done.problems()).isEmpty();
    return Files.readString(folder.resolve("dev/backplane/pi/table/" + name + ".java"));
  }

  @Test
  void aPrototypeBecomesAMethodWithItsTextOnOneLine() throws IOException {
    Compilation done =
        table(
            """
            // Queues
            /** Asks a
             * queue. */
            piQueueGetInfo(pi_queue queue, pi_queue_info name, size_t size, const void *native,
                size_t *size_ret);
            """);

    assertThat(written(done, "PiFunctions"))
        .contains(
            """
              /**
               * Asks a queue.
               */
              @NativeCall("piQueueGetInfo(pi_queue queue, pi_queue_info name, size_t size, const void *native, size_t *size_ret)")
              int queueGetInfo(long queue, int name, long size, long nativeHandle, long sizeRet);
            """);
  }

  @Test
  void namesLoseTheirPrefixUnlessAnotherIsSaid() throws IOException {
    Compilation done =
        table(
            """
            /** Frees. */
            piextUSMFree(pi_context context, void *pointer);
            /** Makes. */
            makeOld: piQueueCreate(pi_context context);
            """);

    assertThat(written(done, "PiFunctions"))
        .contains("int usmFree(long context, long pointer);", "int makeOld(long context);");
  }

  @Test
  void aPluginIsCalledByTheNamesOfTheList() throws IOException {
    Compilation done = table("/** Ends. */ piQueueFinish(pi_queue queue) = clFinish;");

    assertThat(written(done, "NativePi"))
        .contains(
            "this.queueFinish = functions.apply(\"piQueueFinish\");",
            "return this.queueFinish.address() == 0 ? -995"
                + " : (int) WordCalls.call(this.queueFinish, queue);");
  }

  @Test
  void openClIsCalledByItsOwnNamesAndOnlyForWhatItHas() throws IOException {
    Compilation done =
        table(
            """
            /** Ends. */
            piQueueFinish(pi_queue queue) = clFinish;
            /** Makes. */
            piKernelCreate(pi_program program, const char *name, pi_kernel *kernel)
                *kernel = clCreateKernel;
            /** Goes. */
            piTearDown(void *parameter);
            """);

    assertThat(written(done, "SameAsOpenCl"))
        .contains(
            "functions.apply(\"clFinish\")",
            "return PiCalls.create(kernel, this.kernelCreate,"
                + " error -> WordCalls.call(this.kernelCreate, program, name, error));")
        .doesNotContain("tearDown");
  }

  @Test
  void aListWithoutOpenClHasNoFormForIt() throws IOException {
    Compilation done = table("/** Ends. */ piEnd(void); /** Sets. */ piSet(int count, long sum);");

    assertThat(written(done, "PiFunctions"))
        .contains("int end();", "int set(int count, long sum);");
    assertThat(written(done, "NativePi")).contains("(int) WordCalls.call(this.end)");
    assertThat(folder.resolve("dev/backplane/pi/table/SameAsOpenCl.java")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "piTearDown(void *parameter);",
        "/** Goes. */ piTearDown(void *parameter)",
        "/** Goes. */ piTearDown(void *parameter) = ;",
        "/** Goes. */ piTearDown void;"
      })
  void aLineThatDeclaresNoFunctionIsAnErrorThatShowsIt(String list) {
    assertThat(table(list).problems())
        .singleElement()
        .asString()
        .contains("not a comment, a prototype and a semicolon: " + list);
  }

  @Test
  void openClReturnsTheLastParameterOrNone() {
    assertThat(
            table(
                    """
                    /** Makes. */
                    piMemBufferCreate(pi_context context, pi_mem *mem, int flags) *mem = clCreateBuffer;
                    """)
                .problems())
        .singleElement()
        .asString()
        .contains("piMemBufferCreate: what OpenCL returns must be the last parameter, not mem");
  }
}

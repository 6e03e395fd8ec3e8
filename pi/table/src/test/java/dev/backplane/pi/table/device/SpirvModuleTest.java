package dev.backplane.pi.table.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.binary.Content;
import dev.backplane.pi.table.device.Parameter.Passing;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A module of SPIR-V tells what its kernels take, and one that is wrong tells nothing. */
final class SpirvModuleTest {
  /** The types that the tests have: nothing, numbers, vectors, images, pointers, a structure. */
  private static SpirvWriter types() {
    return new SpirvWriter()
        .op(17, 6)
        .op(14, 2, 2)
        .op(19, 1)
        .op(21, 2, 32, 0)
        .op(22, 3, 32)
        .op(21, 4, 8, 0)
        .op(21, 5, 16, 0)
        .op(21, 6, 64, 0)
        .op(22, 7, 16)
        .op(22, 8, 64)
        .op(23, 9, 3, 3)
        .op(23, 10, 4, 16)
        .op(25, 11, 1, 1, 0, 0, 0, 0, 0, 0)
        .op(26, 12)
        .op(32, 13, 5, 3)
        .op(32, 14, 4, 2)
        .op(32, 15, 0, 9)
        .op(43, 2, 16, 3)
        .op(28, 17, 2, 16)
        .op(30, 18, 4, 8, 9, 17, 13)
        .op(32, 19, 7, 18);
  }

  private static SpirvModule read(SpirvWriter writer) {
    return read(writer.bytes()).orElseThrow();
  }

  private static Optional<SpirvModule> read(byte[] bytes) {
    return SpirvModule.read(Content.of(bytes));
  }

  private static List<Parameter> signature(SpirvWriter writer) {
    return read(writer).signatures().getOrDefault("k", List.of());
  }

  private static SpirvWriter everything() {
    return types()
        .text(SpirvWriter.NAME, "struct.two", 18)
        .text(SpirvWriter.NAME, "count", 102)
        .text(SpirvWriter.STRING, "kernel_arg_type.k.uint,float,", 90)
        .kernel("k", 100, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 18, 19);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyTypeIsKnownInEveryOrderOfBytes(boolean little) {
    byte[] bytes = everything().bytes(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    SpirvModule module = read(bytes).orElseThrow();
    assertThat(module.kernels()).containsExactly("k");
    assertThat(module.use()).isEqualTo(WorkItemUse.TASK);
    List<Parameter> signature = module.signatures().getOrDefault("k", List.of());
    assertThat(signature)
        .extracting(Parameter::passing)
        .containsExactly(
            Passing.INT4,
            Passing.FLOAT,
            Passing.INT1,
            Passing.INT2,
            Passing.INT8,
            Passing.HALF,
            Passing.DOUBLE,
            Passing.VECTOR,
            Passing.VECTOR,
            Passing.IMAGE,
            Passing.SAMPLER,
            Passing.BUFFER,
            Passing.LOCAL,
            Passing.BUFFER,
            Passing.BYTES,
            Passing.BYTES);
    assertThat(signature)
        .extracting(Parameter::type)
        .containsExactly(
            "int",
            "float",
            "char",
            "short",
            "long",
            "half",
            "double",
            "float3",
            "char16",
            "image2d_t",
            "sampler_t",
            "float*",
            "int*",
            "float3*",
            "struct.two",
            "struct.two");
    assertThat(signature.get(0).name()).isEqualTo("count");
    assertThat(signature.get(1).name()).isEqualTo("arg1");
    assertThat(signature.get(7).size()).isEqualTo(16);
    // char, double, float3, int[3], pointer
    assertThat(signature.get(14).size()).isEqualTo(64);
    assertThat(signature.get(15).size()).isEqualTo(64);
  }

  @Test
  void namesOfTypesAreThoseOfTheSourceWhereTheyAreTheSame() {
    assertThat(
            signature(
                types()
                    .text(
                        SpirvWriter.STRING,
                        "kernel_arg_type.k.uint,size_t,size_t,real,uchar16,int*,pair,image3d_t,",
                        90)
                    .kernel("k", 100, 1, 2, 2, 6, 3, 10, 13, 19, 11)))
        .extracting(Parameter::type)
        .containsExactly("uint", "int", "size_t", "float", "uchar16", "int*", "pair", "image2d_t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 0 0 0 image1d_t",
        "0 0 1 0 image1d_array_t",
        "1 0 1 0 image2d_array_t",
        "1 1 0 0 image2d_depth_t",
        "1 1 1 1 image2d_array_msaa_depth_t",
        "2 0 0 0 image3d_t",
        "5 0 0 0 image1d_buffer_t"
      })
  void imagesAreCalledAsInTheLanguage(String line) {
    String[] parts = line.split(" ");
    int[] n = Arrays.stream(parts).limit(4).mapToInt(Integer::parseInt).toArray();
    Parameter image =
        signature(types().op(25, 50, 1, n[0], n[1], n[2], n[3], 0, 0, 0).kernel("k", 100, 1, 50))
            .getFirst();
    assertThat(image.type()).isEqualTo(parts[4]);
    assertThat(image.passing()).isEqualTo(Passing.IMAGE);
  }

  @Test
  void reportsArgumentsThatCannotBePassedOrAreUnknown() {
    assertThat(
            signature(
                types()
                    .op(34, 50)
                    .op(37, 51)
                    .op(38, 52, 0)
                    .op(25, 53, 1, 3, 0, 0, 0, 0, 0, 0)
                    .op(21, 54, 24, 0)
                    .op(32, 55, 8, 2)
                    .op(32, 56, 0, 12)
                    .op(27, 57, 11)
                    .kernel("k", 100, 1, 50, 51, 52, 53, 54, 55, 56, 57, 999)))
        .extracting(Parameter::passing)
        .containsExactly(
            Passing.UNSUPPORTED,
            Passing.UNSUPPORTED,
            Passing.UNSUPPORTED,
            Passing.UNSUPPORTED,
            Passing.UNKNOWN,
            Passing.UNKNOWN,
            Passing.UNKNOWN,
            Passing.UNKNOWN,
            Passing.UNKNOWN);
  }

  @Test
  void structuresThatArePackedHaveNoGapsAlsoWhenAGroupSaysIt() {
    SpirvWriter writer =
        new SpirvWriter()
            .op(14, 1, 2)
            .op(71, 60, 10)
            .op(71, 40, 10)
            .op(73, 40)
            .op(74, 40, 61)
            .op(19, 1)
            .op(21, 2, 8, 0)
            .op(22, 3, 64)
            .op(32, 4, 5, 3)
            .op(30, 60, 2, 3)
            .op(30, 61, 2, 3, 4)
            .op(30, 62, 2, 61)
            .op(30, 63, 2, 4)
            .kernel("k", 100, 1, 60, 61, 62, 63);
    assertThat(signature(writer)).extracting(Parameter::size).containsExactly(9, 13, 14, 8);
  }

  @Test
  void typesInARingAndThoseThatAreTooLargeHaveNoSize() {
    SpirvWriter writer =
        types()
            .op(30, 50, 51, 2)
            .op(30, 51, 50)
            .op(30, 52, 52)
            .op(28, 53, 53, 16)
            .op(39, 54, 5)
            .op(30, 55, 2, 54)
            .op(32, 54, 5, 55)
            .op(43, 6, 56, -1, 0x7FFFFFFF)
            .op(28, 57, 2, 56)
            .op(43, 6, 58, -1, -1)
            .op(28, 59, 2, 58)
            .op(30, 200, 18, 18);
    int last = 200;
    for (int i = 0; i < 100; i++) {
      writer.op(30, last + 1, last, last);
      last++;
    }
    assertThat(signature(writer.kernel("k", 400, 1, 50, 51, 52, 53, 55, 57, 59, last)))
        .extracting(Parameter::size)
        .containsExactly(0, 0, 0, 0, 16, 0, 0, 0);
  }

  @Test
  void anInvalidModuleHasNoSignatures() {
    List<SpirvWriter> wrong =
        List.of(
            // An identifier twice, of none, of too many.
            types().op(21, 2, 8, 0).kernel("k", 100, 1, 2),
            types().op(21, 0, 8, 0).kernel("k", 100, 1, 2),
            types().op(21, 1000, 8, 0).kernel("k", 100, 1, 2),
            types().op(21, -1, 8, 0).kernel("k", 100, 1, 2),
            // Instructions that are too short or too long.
            types().op(21, 50, 8).kernel("k", 100, 1, 2),
            types().op(21, 50, 8, 0, 0).kernel("k", 100, 1, 2),
            types().op(23, 50, 2).kernel("k", 100, 1, 2),
            types().op(54, 1).kernel("k", 100, 1, 2),
            types().op(55, 1, 70).kernel("k", 100, 1, 2),
            // A text without an end, and a kernel twice.
            types().op(15, 6, 100, 0x6B6B6B6B).kernel("k", 100, 1, 2),
            types().kernel("k", 100, 1, 2).kernel("k", 200, 1, 3));
    for (int i = 0; i < wrong.size(); i++) {
      assertThat(read(wrong.get(i).bytes())).as("case %d", i).isEmpty();
    }
    // A function that is not there, or takes other things than its type says.
    assertThat(read(types().text(15, "k", 6, 100)).signatures()).isEmpty();
    assertThat(
            read(types()
                    .text(15, "k", 6, 100)
                    .op(33, 101, 1, 2)
                    .op(54, 1, 100, 0, 101)
                    .op(55, 3, 102))
                .signatures())
        .isEmpty();
    assertThat(read(types().text(15, "k", 5, 100).op(33, 101, 1)).kernels()).isEmpty();
  }

  @Test
  void damagedModulesAreReadOrRefusedAndNeverFail() {
    byte[] bytes = everything().bytes();
    for (int length = 0; length < bytes.length; length++) {
      var cut = read(Arrays.copyOf(bytes, length));
      assertThat(cut.isEmpty() || length % 4 == 0).isTrue();
      cut.ifPresent(SpirvModule::signatures);
    }
    Random random = new Random(7);
    for (int round = 0; round < 3_000; round++) {
      byte[] changed = bytes.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      read(changed).ifPresent(SpirvModule::signatures);
    }
  }

  @Test
  void aKernelThatAsksIsNoTask() {
    assertThat(read(types().op(71, 50, 11, 28).kernel("k", 100, 1)).use())
        .isEqualTo(WorkItemUse.RANGE);
    assertThat(read(types().op(72, 50, 0, 11, 4416)).use()).isEqualTo(WorkItemUse.RANGE);
    for (String name : List.of("_Z13get_global_idj", "_Z14get_num_groupsj", "get_work_dim")) {
      SpirvWriter writer = types().text(71, name, 50, 41);
      assertThat(read(writer.bytes(ByteOrder.BIG_ENDIAN)).orElseThrow().use())
          .isEqualTo(WorkItemUse.RANGE);
    }
    assertThat(read(types().op(71, 50, 11, 1)).use()).isEqualTo(WorkItemUse.TASK);
  }
}

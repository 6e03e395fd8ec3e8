package dev.backplane.pi.table.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.Argument;
import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Images;
import dev.backplane.api.Memory;
import dev.backplane.api.Program;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.Content;
import dev.backplane.api.pi.CompiledCode;
import dev.backplane.api.pi.Linker;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs of SPIR-V and linked ones on a device that tells nothing of arguments. */
final class SpirvProgramsTest {
  private final FakePi plugin = new FakePi();
  private PiDevice device;
  private Buffer buffer;

  @BeforeEach
  void open() {
    plugin.tellsArguments = false;
    device =
        PiDevice.open(
            plugin.table(),
            FakePi.PLATFORM,
            FakePi.DEVICE,
            new PiDevice.Choice(
                "fake", BinaryTargets.of(DeviceType.CPU), CrashGuard.NONE, () -> {}));
    buffer = device.facet(Memory.class).orElseThrow().allocate(64, 0);
  }

  @AfterEach
  void nothingIsLeftBehind() {
    buffer.close();
    device.close();
    assertThat(plugin.left()).isEmpty();
  }

  /** A kernel that takes a pointer and something else. */
  private static Image module(int other) {
    byte[] bytes =
        new SpirvWriter()
            .op(14, 2, 2)
            .op(19, 1)
            .op(21, 2, 32, 0)
            .op(22, 3, 32)
            .op(23, 4, 3, 4)
            .op(25, 5, 1, 1, 0, 0, 0, 0, 0, 0)
            .op(32, 6, 5, 2)
            .op(32, 7, 4, 2)
            .kernel("one", 100, 1, 6, other)
            .bytes();
    return spirv(bytes);
  }

  private static Image spirv(byte[] bytes) {
    return Image.of("one.spv", Content.of(bytes), ImageFormat.SPIRV);
  }

  private Program load(Image image) {
    return device.facet(Images.class).orElseThrow().load(image);
  }

  private Program linked(Image... images) {
    Linker linker = device.facet(Linker.class).orElseThrow();
    List<CompiledCode> parts = new ArrayList<>();
    try {
      for (Image image : images) {
        parts.add(linker.compile(image));
      }
      return linker.link(parts, "");
    } finally {
      parts.forEach(CompiledCode::close);
    }
  }

  private static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }

  /** By what the driver says of an argument, which the manager checks values with. */
  private static BackplaneException refuses(
      ErrorCode code, Program program, int argument, Object value) {
    return refuses(code, () -> program.kernel("one").arguments().get(argument).check(value));
  }

  private void checks(Program program) {
    assertThat(program.kernel("one").arguments())
        .extracting(Argument::kind)
        .containsExactly(Argument.Kind.BUFFER, Argument.Kind.SCALAR);
    try (Call call = program.kernel("one").call()) {
      call.set(0, buffer).set(1, 5);
    }
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, program, 0, 5);
    refuses(ErrorCode.WRONG_ARGUMENT_TYPE, program, 1, buffer);
    refuses(ErrorCode.WRONG_ARGUMENT_SIZE, program, 1, 1e300);
    Argument number = program.kernel("one").arguments().get(1);
    refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> number.checkBytes(8));
  }

  @Test
  void checksArgumentsOfABinaryByItsModule() {
    Image binary;
    try (Program program = load(module(3))) {
      checks(program);
      binary = program.binary().orElseThrow();
    }
    try (Program program = load(binary)) {
      checks(program);
    }
  }

  @Test
  void everyKindIsTakenForItselfAlone() {
    try (Program program = load(module(5))) {
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, program, 1, buffer);
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, program, 1, 5L);
    }
    try (Program program = load(module(7));
        Call call = program.kernel("one").call()) {
      call.setLocal(1, 16);
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, program, 1, buffer);
    }
    try (Program program = load(module(4));
        Call call = program.kernel("one").call()) {
      call.set(1, new float[] {1, 2, 3, 4});
      refuses(ErrorCode.WRONG_ARGUMENT_SIZE, program, 1, new float[3]);
    }
  }

  @Test
  void argumentsOfUnknownTypeTakeBytesOnly() {
    Image cut = spirv(new SpirvWriter().op(14, 2, 2).bytes());
    byte[] wrong = module(3).content().toArray();
    wrong[22] = 0;
    plugin.argumentCount = 3;
    for (Image image : List.of(cut, spirv(wrong), module(3))) {
      try (Program program = load(image);
          Call call = program.kernel("one").call()) {
        BackplaneException error = refuses(ErrorCode.WRONG_ARGUMENT_TYPE, program, 0, buffer);
        assertThat(error.getMessage()).contains("-cl-kernel-arg-info");
        call.setBytes(0, MemorySegment.ofArray(new byte[8]));
      }
    }
  }

  @Test
  void partsOfSpirvAreJoined() {
    try (Program program = linked(Image.source("f.cl", "int f() { return 1; }"), module(3))) {
      checks(program);
    }
    assertThat(plugin.linked).containsExactly("-cl-kernel-arg-info");
    try (Program program = linked(module(3), module(3))) {
      checks(program);
    }
    BackplaneException error = refuses(ErrorCode.BUILD_FAILED, () -> linked(module(3), module(5)));
    assertThat(error.getMessage())
        .contains("kernel one takes (int*, float) in one.spv and (int*, image2d_t) in one.spv");
  }

  @Test
  void aLinkerThatKnowsNotThatItCanKeepArgumentsIsAskedWithout() {
    plugin.refusedByLinker = "arg-info";
    try (Program program = linked(Image.source("k.cl", "kernel void one(int a, float b) {}"))) {
      assertThat(plugin.linked).containsExactly("-cl-kernel-arg-info", "");
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, program, 0, 5);
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, program, 0, buffer);
    }
  }
}

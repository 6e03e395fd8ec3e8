package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Argument;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Kernel;
import dev.backplane.api.Kernels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Kernels and their arguments. */
@Needs(kernels = true)
public abstract class KernelsConformance extends RunSuite {
  /** A conformance class. */
  protected KernelsConformance() {}

  @Test
  void everyKernelThatIsListedIsThere() {
    Kernels kernels = kernels();

    assertThat(kernels.kernels()).isNotEmpty().doesNotHaveDuplicates();
    for (String name : kernels.kernels()) {
      assertThat(kernels.kernel(name).name()).isEqualTo(name);
      assertThat(kernels.kernel(name).computeUnits()).isPositive();
    }
  }

  @Test
  void aKernelThatIsNotThereIsNamedBesideThoseThatAre() {
    Kernels kernels = kernels();
    var error = refuses(ErrorCode.NO_SUCH_KERNEL, () -> kernels.kernel("no-such-kernel"));

    assertThat(error.getMessage()).contains("no-such-kernel").contains(kernels.kernels());
  }

  @Test
  void argumentsAreInOrder() {
    Kernel kernel = kernel();
    for (Argument argument : kernel.arguments()) {
      assertThat(kernel.arguments().get(argument.index())).isEqualTo(argument);
      assertThat(argument.size()).isPositive();
    }
    assertThat(kernel.arguments()).extracting(Argument::name).doesNotHaveDuplicates();
  }

  @Test
  void aBufferForAnArgumentLiesWhereTheArgumentReaches() {
    Kernel kernel = kernel();
    for (Argument argument : kernel.arguments()) {
      if (argument.kind() == Argument.Kind.BUFFER) {
        Buffer buffer = rig().keep(kernel.buffer(argument.name(), 100));
        assertThat(argument.encode(buffer)).isEqualTo(buffer.address());
      }
    }
  }

  @Test
  void aBufferIsMadeOnlyForABufferArgumentThatExists() {
    Kernel kernel = kernel();
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> kernel.buffer("no-such-argument", 100));
    for (Argument argument : kernel.arguments()) {
      if (argument.kind() == Argument.Kind.SCALAR) {
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> kernel.buffer(argument.name(), 100));
      } else {
        refuses(ErrorCode.INVALID_ARGUMENT, () -> kernel.buffer(argument.name(), 0));
      }
    }
  }

  @Test
  void aRunNeedsAValueForEveryArgumentAndNoMore() {
    TestKernel ready = ready();
    List<Object> more = new ArrayList<>(ready.values());
    more.add(1);
    List<Object> fewer = new ArrayList<>(ready.values());
    fewer.removeLast();

    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> ready.kernel().start(more.toArray()));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> ready.kernel().start(fewer.toArray()));
    refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> ready.kernel().bind(fewer.toArray()));
  }

  @Test
  void aValueOfTheWrongTypeIsRefusedForEveryArgument() {
    TestKernel ready = ready();
    for (Argument argument : ready.kernel().arguments()) {
      List<Object> values = new ArrayList<>(ready.values());
      values.set(argument.index(), "a text");
      var error =
          refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> ready.kernel().start(values.toArray()));

      assertThat(error.getMessage()).contains(argument.name());
    }
  }

  @Test
  void aNumberThatDoesNotFitIsRefused() {
    TestKernel ready = ready();
    for (Argument argument : ready.kernel().arguments()) {
      if (argument.kind() == Argument.Kind.SCALAR && argument.size() < 8) {
        List<Object> values = new ArrayList<>(ready.values());
        values.set(argument.index(), 1L << 40);
        refuses(
            argument.type().equals("float")
                ? ErrorCode.WRONG_ARGUMENT_TYPE
                : ErrorCode.WRONG_ARGUMENT_SIZE,
            () -> ready.kernel().start(values.toArray()));
      }
    }
  }

  private Kernels kernels() {
    return rig().kernels(device(), rig().testCase());
  }
}

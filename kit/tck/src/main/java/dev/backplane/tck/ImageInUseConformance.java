package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Call;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Run;
import org.junit.jupiter.api.Test;

/** An image whose kernels run. */
@Needs(value = Images.class, abilities = Ability.ENDLESS_RUNS)
public abstract class ImageInUseConformance extends RunSuite {
  /** A conformance class. */
  protected ImageInUseConformance() {}

  @Test
  void anImageIsNotReplacedUnderARunInFlight() {
    TestKernel ready = endless();
    Images images = rig().facet(device(), Images.class);
    Run run = ready.start();

    Image image = ready.testCase().image().orElseThrow(AssertionError::new);
    refuses(ErrorCode.IN_USE, () -> images.load(image, LoadOption.FORCE));
    assertThat(images.load(image)).isEqualTo(images.loaded().orElseThrow());
    stop(run);
  }

  @Test
  void anImageIsNotReplacedUnderAnOpenCall() {
    TestKernel ready = ready();
    Images images = rig().facet(device(), Images.class);
    Image image = ready.testCase().image().orElseThrow(AssertionError::new);
    Call call = call(ready);
    refuses(ErrorCode.IN_USE, () -> images.load(image, LoadOption.FORCE));
    rig().close(call);
    ready.buffers().forEach(rig()::close);

    assertThat(images.load(image, LoadOption.FORCE).kernels()).contains(ready.kernel().name());
  }
}

package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.opae.AddressSpaceBinding;
import org.junit.jupiter.api.Test;

/** Address spaces of processes that accelerators use. */
@Needs(AddressSpaceBinding.class)
public abstract class AddressSpaceBindingConformance extends Conformance {
  /** A conformance class. */
  protected AddressSpaceBindingConformance() {}

  @Test
  void bindingAgainGivesTheSameNumber() {
    AddressSpaceBinding binding = rig().facet(rig().open(), AddressSpaceBinding.class);
    int number = binding.bind();
    assertThat(binding.bind()).isEqualTo(number);
  }
}

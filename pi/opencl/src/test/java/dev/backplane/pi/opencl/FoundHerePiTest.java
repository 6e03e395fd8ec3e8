package dev.backplane.pi.opencl;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.pi.table.Pi;
import java.util.List;

/** The first implementation of this machine, through its dispatch table. */
final class FoundHerePiTest extends PiContract {
  private static final List<OpenClPi> FOUND = OpenClPi.find();

  @Override
  Pi implementation() {
    assumeTrue(!FOUND.isEmpty(), "no OpenCL here; tools/setup installs pocl-opencl-icd");
    return FOUND.getFirst();
  }
}

package dev.backplane.runtime.configuration;

import dev.backplane.api.Binaries;
import dev.backplane.api.Board;
import dev.backplane.api.Commands;
import dev.backplane.api.Contexts;
import dev.backplane.api.DeviceMemory;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.Facet;
import dev.backplane.api.Images;
import dev.backplane.api.Interop;
import dev.backplane.api.Interrupts;
import dev.backplane.api.Kernels;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Programs;
import dev.backplane.api.Queues;
import dev.backplane.api.Registers;
import dev.backplane.api.UnifiedMemory;
import java.util.List;

/** The facets that the API defines. A test compares the list with the API. */
public final class FacetNames {
  /** The facets, in the order in which they are shown. */
  public static final List<Class<? extends Facet>> ALL =
      List.of(
          Images.class,
          Kernels.class,
          Memory.class,
          DeviceMemory.class,
          Registers.class,
          Interrupts.class,
          Contexts.class,
          Commands.class,
          Queues.class,
          Programs.class,
          UnifiedMemory.class,
          Interop.class,
          Binaries.class,
          Management.class,
          Board.class,
          Diagnosis.class);

  private FacetNames() {}

  /** {@return the names of all facets} */
  public static List<String> names() {
    return ALL.stream().map(FacetNames::of).toList();
  }

  /** {@return the name of a facet, as configurations write it} */
  public static String of(Class<?> facet) {
    return facet.getSimpleName();
  }
}

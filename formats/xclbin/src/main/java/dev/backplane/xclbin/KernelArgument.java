package dev.backplane.xclbin;

import java.util.List;

/**
 * An argument of a kernel, put together from the elements that have its id.
 *
 * @param id its index
 * @param components its parts in file order, at least one
 */
public record KernelArgument(int id, List<ArgComponent> components) {
  /** Copies the list. */
  public KernelArgument {
    components = List.copyOf(components);
    if (components.isEmpty()) {
      throw new XclbinException(
          XclbinError.BAD_VALUE, "argument %d has no component; give one".formatted(id));
    }
  }

  /** {@return its name, that of the first part} */
  public String name() {
    return components.getFirst().name();
  }

  /** {@return what it is, as the first part says} */
  public AddressQualifier qualifier() {
    return components.getFirst().qualifier();
  }

  /** {@return the name of its port, as the first part says} */
  public String port() {
    return components.getFirst().port();
  }

  /** {@return its C type, as the first part says} */
  public String type() {
    return components.getFirst().type();
  }

  /** {@return where it starts in the register map, in bytes} */
  public long offset() {
    return components.getFirst().offset();
  }

  /** {@return the size of all parts in the register map, in bytes} */
  public long size() {
    return components.stream().mapToLong(ArgComponent::size).sum();
  }
}

package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import java.util.List;

/**
 * An instance without a plugin manager in between.
 *
 * @param adapter what the driver filled
 */
record RawInstance(Adapter adapter) implements DriverInstance {
  static RawInstance open(DriverUnderTest subject) {
    RawInstance instance = new RawInstance(configure(subject, NAME));
    assertThat(instance.adapter.initialize()).as("code of initialize").isZero();
    return instance;
  }

  static Adapter configure(DriverUnderTest subject, String name) {
    var builder = new Adapter.Builder(name);
    assertThat(subject.driver().configure(builder, subject.config()))
        .as("code of configure")
        .isZero();
    return builder.build();
  }

  @Override
  public List<Resource> enumerate(List<Filter> filters) {
    return adapter.enumerator().enumerate(filters);
  }

  @Override
  public DriverDevice open(String key, OpenMode mode) {
    return adapter.opener().open(key, mode);
  }

  @Override
  public void close() {
    assertThat(adapter.finalizeInstance()).as("code of finalize").isZero();
  }
}

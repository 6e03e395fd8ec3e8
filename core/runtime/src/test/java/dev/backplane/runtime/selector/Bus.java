package dev.backplane.runtime.selector;

import dev.backplane.api.BusAddress;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Property;
import dev.backplane.api.spi.Resource;
import java.util.ArrayList;
import java.util.List;

/** A site with some backends, for tests of selectors. */
final class Bus {
  static final List<Backend> BACKENDS =
      List.of(
          new Backend("opencl", "opencl"),
          new Backend("card", "softcard"),
          new Backend("spare", "softcard"),
          new Backend("lab", "net-proxy"));

  private Bus() {}

  /** opencl: cpu with two parts, gpu, accelerator; card, spare: an FPGA each; lab: a remote GPU. */
  static List<Candidate> candidates() {
    List<Candidate> all = new ArrayList<>();
    all.addAll(
        Candidate.number(
            "opencl",
            List.of(
                resource("cpu0", "cpu", "Big CPU"),
                part("cpu0-a", "cpu0"),
                part("cpu0-b", "cpu0"),
                resource("gpu0", "gpu", "GeForce 4090"),
                resource("acc0", "other", "Thing"),
                part("cpu0-a-x", "cpu0-a"))));
    all.addAll(Candidate.number("card", List.of(resource("card0", "fpga", "card0"))));
    all.addAll(Candidate.number("spare", List.of(resource("card0", "fpga", "card0"))));
    all.addAll(
        Candidate.number(
            "lab",
            List.of(
                new Resource(
                    "r0",
                    DeviceProperties.builder("Far GPU", ObjectType.DEVICE, DeviceType.GPU)
                        .host("host1")
                        .with(Property.number("lab.lanes"), 8L)
                        .pciIds(0x10de, 0x1234)
                        .busAddress(BusAddress.parse("3b:00.0"))
                        .build()))));
    return all;
  }

  private static Resource resource(String key, String type, String name) {
    return new Resource(
        key, DeviceProperties.builder(name, ObjectType.DEVICE, new DeviceType(type)).build());
  }

  private static Resource part(String key, String parent) {
    return new Resource(
        key,
        DeviceProperties.builder(key, ObjectType.DEVICE, DeviceType.CPU).parent(parent).build());
  }

  static BoundSelector bind(String text) {
    return DeviceSelector.parse(text).bind(BACKENDS);
  }

  static List<String> choose(String text) {
    return bind(text).choose(candidates()).devices().stream().map(Candidate::id).toList();
  }

  static List<String> narrow(String text) {
    return bind(text).narrow(candidates()).devices().stream().map(Candidate::id).toList();
  }
}

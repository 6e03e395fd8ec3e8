package dev.backplane.pi.table.device;

import dev.backplane.api.ImageShape;
import dev.backplane.api.PixelFormat;
import dev.backplane.api.PixelFormat.ChannelType;
import dev.backplane.api.PixelFormat.Channels;
import dev.backplane.api.Sampler;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The numbers of kinds of images and of formats of pixels, which are OpenCL's. */
final class PixelCodes {
  private static final Map<Channels, Integer> CHANNELS = new EnumMap<>(Channels.class);
  private static final Map<ChannelType, Integer> TYPES = new EnumMap<>(ChannelType.class);

  static {
    CHANNELS.put(Channels.R, 0x10B0);
    CHANNELS.put(Channels.A, 0x10B1);
    CHANNELS.put(Channels.RG, 0x10B2);
    CHANNELS.put(Channels.RA, 0x10B3);
    CHANNELS.put(Channels.RGB, 0x10B4);
    CHANNELS.put(Channels.RGBA, 0x10B5);
    CHANNELS.put(Channels.BGRA, 0x10B6);
    CHANNELS.put(Channels.ARGB, 0x10B7);
    CHANNELS.put(Channels.INTENSITY, 0x10B8);
    CHANNELS.put(Channels.LUMINANCE, 0x10B9);
    CHANNELS.put(Channels.DEPTH, 0x10BD);
    CHANNELS.put(Channels.SRGB, 0x10BF);
    CHANNELS.put(Channels.SRGBX, 0x10C0);
    CHANNELS.put(Channels.SRGBA, 0x10C1);
    CHANNELS.put(Channels.SBGRA, 0x10C2);
    CHANNELS.put(Channels.ABGR, 0x10C3);
    TYPES.put(ChannelType.SNORM_INT8, 0x10D0);
    TYPES.put(ChannelType.SNORM_INT16, 0x10D1);
    TYPES.put(ChannelType.UNORM_INT8, 0x10D2);
    TYPES.put(ChannelType.UNORM_INT16, 0x10D3);
    TYPES.put(ChannelType.UNORM_SHORT_565, 0x10D4);
    TYPES.put(ChannelType.UNORM_SHORT_555, 0x10D5);
    TYPES.put(ChannelType.UNORM_INT_101010, 0x10D6);
    TYPES.put(ChannelType.SIGNED_INT8, 0x10D7);
    TYPES.put(ChannelType.SIGNED_INT16, 0x10D8);
    TYPES.put(ChannelType.SIGNED_INT32, 0x10D9);
    TYPES.put(ChannelType.UNSIGNED_INT8, 0x10DA);
    TYPES.put(ChannelType.UNSIGNED_INT16, 0x10DB);
    TYPES.put(ChannelType.UNSIGNED_INT32, 0x10DC);
    TYPES.put(ChannelType.HALF_FLOAT, 0x10DD);
    TYPES.put(ChannelType.FLOAT, 0x10DE);
    TYPES.put(ChannelType.UNORM_INT24, 0x10DF);
    TYPES.put(ChannelType.UNORM_INT_101010_2, 0x10E0);
  }

  private PixelCodes() {}

  static int of(Channels channels) {
    return CHANNELS.getOrDefault(channels, 0);
  }

  static int of(ChannelType type) {
    return TYPES.getOrDefault(type, 0);
  }

  /** {@return the format of two numbers, empty if it is none that has a name here} */
  static Optional<PixelFormat> format(int channels, int type) {
    return key(CHANNELS, channels)
        .flatMap(known -> key(TYPES, type).map(each -> new PixelFormat(known, each)));
  }

  private static <K> Optional<K> key(Map<K, Integer> numbers, int number) {
    return numbers.entrySet().stream()
        .filter(each -> each.getValue() == number)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  static int of(ImageShape.Kind kind) {
    return switch (kind) {
      case IMAGE_1D -> 0x10F4;
      case ARRAY_1D -> 0x10F5;
      case IMAGE_2D -> 0x10F1;
      case ARRAY_2D -> 0x10F3;
      case IMAGE_3D -> 0x10F2;
    };
  }

  static int of(Sampler.Addressing addressing) {
    return switch (addressing) {
      case NONE -> 0x1130;
      case CLAMP_TO_EDGE -> 0x1131;
      case CLAMP -> 0x1132;
      case REPEAT -> 0x1133;
      case MIRRORED_REPEAT -> 0x1134;
    };
  }

  static int of(Sampler.Filter filter) {
    return switch (filter) {
      case NEAREST -> 0x1140;
      case LINEAR -> 0x1141;
    };
  }

  /** {@return the kind of images that a type of OpenCL C takes, empty if none is made of it} */
  static Optional<ImageShape.Kind> kind(String type) {
    return Optional.ofNullable(
        switch (type) {
          case "image1d_t" -> ImageShape.Kind.IMAGE_1D;
          case "image1d_array_t" -> ImageShape.Kind.ARRAY_1D;
          case "image2d_t", "image2d_depth_t" -> ImageShape.Kind.IMAGE_2D;
          case "image2d_array_t", "image2d_array_depth_t" -> ImageShape.Kind.ARRAY_2D;
          case "image3d_t" -> ImageShape.Kind.IMAGE_3D;
          default -> null;
        });
  }
}

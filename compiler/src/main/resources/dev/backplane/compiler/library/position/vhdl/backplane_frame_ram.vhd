-- SPDX-License-Identifier: Apache-2.0
--
-- A memory of two frames of SIZE elements. One is written in order while the other is read in the
-- order of four nested counters, EXTENT_3 the fastest: when counter i goes on, and those faster begin
-- again, the address moves by JUMP_i; it begins at START.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_frame_ram is
  generic (
    WIDTH         : positive := 8;
    SIZE          : positive := 6;
    ADDRESS_WIDTH : positive := 3;
    START         : natural  := 0;
    EXTENT_0      : positive := 1;
    JUMP_0        : integer  := 0;
    EXTENT_1      : positive := 1;
    JUMP_1        : integer  := 0;
    EXTENT_2      : positive := 3;
    JUMP_2        : integer  := -2;
    EXTENT_3      : positive := 2;
    JUMP_3        : integer  := 3
  );
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_frame_ram is
  subtype address_t is unsigned(ADDRESS_WIDTH - 1 downto 0);
  type memory_t is array (natural range 0 to 2 ** (ADDRESS_WIDTH + 1) - 1)
    of std_logic_vector(WIDTH - 1 downto 0);

  -- A jump backward is one forward around the end.
  function jump(distance : integer) return unsigned is
  begin
    return unsigned(to_signed(distance, ADDRESS_WIDTH + 1)(ADDRESS_WIDTH - 1 downto 0));
  end function;

  signal memory        : memory_t;
  signal filled        : std_logic_vector(1 downto 0); -- which frames are to be read
  signal write_frame   : std_logic;
  signal read_frame    : std_logic;
  signal write_address : address_t;
  signal read_address  : address_t;
  signal count_0       : address_t;
  signal count_1       : address_t;
  signal count_2       : address_t;
  signal count_3       : address_t;
  signal full          : std_logic; -- the element that was read is to be given
  signal element       : std_logic_vector(WIDTH - 1 downto 0);

  signal write_filled : std_logic;
  signal read_filled  : std_logic;
  signal take         : std_logic;
  signal read         : std_logic;
begin
  write_filled <= filled(1) when write_frame = '1' else filled(0);
  read_filled  <= filled(1) when read_frame = '1' else filled(0);
  in_ready     <= not write_filled;
  take         <= in_valid and not write_filled;
  read         <= read_filled and (out_ready or not full);
  out_valid    <= full;
  out_data     <= element;

  process (clk)
  begin
    if rising_edge(clk) then
      if take = '1' then
        memory(to_integer(unsigned'(write_frame & write_address))) <= in_data;
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if read = '1' then
        element <= memory(to_integer(unsigned'(read_frame & read_address)));
      end if;
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        filled        <= "00";
        write_frame   <= '0';
        read_frame    <= '0';
        write_address <= (others => '0');
        read_address  <= to_unsigned(START, ADDRESS_WIDTH);
        count_0       <= (others => '0');
        count_1       <= (others => '0');
        count_2       <= (others => '0');
        count_3       <= (others => '0');
        full          <= '0';
      else
        if read = '1' then
          full <= '1';
        elsif out_ready = '1' then
          full <= '0';
        end if;

        if take = '1' then
          if write_address /= SIZE - 1 then
            write_address <= write_address + 1;
          else
            write_address <= (others => '0');
            write_frame   <= not write_frame;
            if write_frame = '1' then
              filled(1) <= '1';
            else
              filled(0) <= '1';
            end if;
          end if;
        end if;

        if read = '1' then
          if count_3 /= EXTENT_3 - 1 then
            count_3      <= count_3 + 1;
            read_address <= read_address + jump(JUMP_3);
          else
            count_3 <= (others => '0');
            if count_2 /= EXTENT_2 - 1 then
              count_2      <= count_2 + 1;
              read_address <= read_address + jump(JUMP_2);
            else
              count_2 <= (others => '0');
              if count_1 /= EXTENT_1 - 1 then
                count_1      <= count_1 + 1;
                read_address <= read_address + jump(JUMP_1);
              else
                count_1 <= (others => '0');
                if count_0 /= EXTENT_0 - 1 then
                  count_0      <= count_0 + 1;
                  read_address <= read_address + jump(JUMP_0);
                else
                  count_0      <= (others => '0');
                  read_address <= to_unsigned(START, ADDRESS_WIDTH);
                  read_frame   <= not read_frame;
                  if read_frame = '1' then
                    filled(1) <= '0';
                  else
                    filled(0) <= '0';
                  end if;
                end if;
              end if;
            end if;
          end if;
        end if;
      end if;
    end if;
  end process;
end architecture;

-- Choices: case with others, ranges, alternatives, on 64 bits, on integers, on concatenations; with-select; case?; nested.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity choices is
  port (
    clk : in  std_logic;
    sel : in  std_logic_vector(63 downto 0);
    pick : in unsigned(2 downto 0);
    n   : in  unsigned(3 downto 0);
    s   : in  signed(3 downto 0);
    d   : in  std_logic_vector(7 downto 0);
    y64 : out std_logic_vector(63 downto 0);
    w64 : out std_logic_vector(63 downto 0);
    hit : out std_logic_vector(3 downto 0);
    r   : out std_logic_vector(7 downto 0);
    alt : out std_logic_vector(7 downto 0);
    ws  : out std_logic_vector(7 downto 0);
    wm  : out std_logic_vector(7 downto 0);
    cc  : out std_logic_vector(3 downto 0);
    neg : out std_logic_vector(3 downto 0);
    str : out std_logic_vector(3 downto 0);
    keep : out std_logic_vector(7 downto 0);
    nest : out std_logic_vector(3 downto 0);
    many : out std_logic_vector(7 downto 0);
    decode : out std_logic_vector(15 downto 0);
    prio : out std_logic_vector(3 downto 0);
    wide : out std_logic_vector(99 downto 0)
  );
end entity;

architecture rtl of choices is
  signal k : std_logic_vector(63 downto 0);
  signal held : std_logic_vector(7 downto 0) := x"00";
  constant A : std_logic_vector(63 downto 0) := x"8000000000000001";
  constant B : std_logic_vector(63 downto 0) := x"0000000100000002";
begin
  with pick select k <= x"8000000000000001" when "000", x"0000000100000002" when "001", x"ffffffff00000004" when "010",
    x"0000000080000000" when "011", x"00000000ffffffff" when "100", (others => '0') when "101", sel when others;
  process (all)
  begin
    case k is
      when A => hit <= x"1"; y64 <= x"1234567800000008";
      when B => hit <= x"2"; y64 <= x"ffffffff00000004";
      when x"ffffffff00000004" => hit <= x"3"; y64 <= x"0000000087654321";
      when x"0000000080000000" => hit <= x"4"; y64 <= not sel;
      when x"00000000ffffffff" => hit <= x"5"; y64 <= x"8000000000000001";
      when x"0000000000000000" => hit <= x"6"; y64 <= x"ffffffffffffffff";
      when others => hit <= x"f"; y64 <= sel;
    end case;
  end process;
  with pick select w64 <= x"dead000000000001" when "001" | "011", x"00000001_00000001" when "100", x"0000000000000001" when others;
  process (clk)
  begin
    if rising_edge(clk) then
      case to_integer(n) is
        when 0 to 3 => r <= d;
        when 4 | 7 | 9 => r <= not d;
        when 5 => null;
        when 10 to 12 => r <= x"80";
        when others => r <= x"00";
      end case;
      case n is
        when "0000" => held <= d;
        when "0001" => held(3 downto 0) <= d(7 downto 4);
        when "0010" | "0011" => held <= (0 => '1', 7 => '1', others => '0');
        when others => null;
      end case;
    end if;
  end process;
  keep <= held;
  with to_integer(n) select alt <= d when 0 | 15, x"11" when 1 to 5, x"22" when 6, d xor x"ff" when others;
  with n(1 downto 0) select ws <= d when "00", d(3 downto 0) & d(7 downto 4) when "01", x"aa" when "10", x"55" when others;
  wm <= x"01" when std_match(d, "1-------") else x"02" when std_match(d, "01--0---") else x"03";
  process (all)
  begin
    cc <= "0000";
    case std_logic_vector'(n(0) & n(3) & d(1)) is
      when "000" | "111" => cc <= "0001";
      when "101" => cc <= "0010";
      when "010" => cc(2) <= '1';
      when others => cc <= "1000";
    end case;
    case to_integer(s) is
      when -8 to -3 => neg <= "0001";
      when -2 | -1 => neg <= "0010";
      when 0 => neg <= "0100";
      when 1 to 7 => neg <= "1000";
      when others => neg <= "1111";
    end case;
    case n(3 downto 2) is when "11" => str <= "0110"; when others => str <= d(3 downto 0); end case;
    case d(3 downto 0) is
      when "0000" => str <= "0001";
      when "1101" => str <= "0010";
      when others => str <= std_logic_vector(n(3 downto 2)) & "11";
    end case;
    nest <= "0000";
    case n(3 downto 2) is
      when "00" =>
        case n(1 downto 0) is
          when "00" => nest <= "0001";
          when "01" => nest <= "0010";
          when others => nest <= "0011";
        end case;
      when "01" => if d(0) = '1' then nest <= "0100"; elsif d(1) = '1' then nest <= "0101"; end if;
      when others => nest(3) <= d(2);
    end case;
    many <= x"00";
    case d is
      when x"00" => many <= x"63"; when x"01" => many <= x"7c"; when x"02" => many <= x"77"; when x"03" => many <= x"7b";
      when x"04" => many <= x"f2"; when x"05" => many <= x"6b"; when x"10" => many <= x"ca"; when x"20" => many <= x"b7";
      when x"80" => many <= x"cd"; when x"ff" => many <= x"16"; when x"7f" => many <= x"d2"; when x"fe" => many <= x"bb";
      when others => many <= d(0) & d(7 downto 1);
    end case;
    decode <= (others => '0');
    for i in decode'range loop
      if n = i then decode(i) <= '1'; end if;
    end loop;
    if d(7) = '1' then prio <= x"7"; elsif d(6) = '1' then prio <= x"6"; elsif d(5 downto 4) /= "00" then prio <= x"5"; elsif unsigned(d) > 3 then prio <= x"3"; else prio <= x"0"; end if;
  end process;
  with n select wide <= (99 => '1', 3 => '1', others => '0') when "0000", (64 => '1', 32 => '1', others => '0') when "0001", sel & sel(35 downto 0) when "0010", (others => d(0)) when others;
end architecture;

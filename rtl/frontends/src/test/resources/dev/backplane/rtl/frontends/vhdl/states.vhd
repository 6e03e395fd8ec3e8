-- A state machine with choices that need their others, and a port called as a keyword of Verilog.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity states is
  generic (WIDTH : positive := 8);
  port (
    clk  : in  std_logic;
    rst  : in  std_logic;
    op   : in  std_logic_vector(2 downto 0);
    a    : in  unsigned(WIDTH - 1 downto 0);
    b    : in  signed(WIDTH - 1 downto 0);
    reg  : out std_logic_vector(WIDTH - 1 downto 0);
    busy : out std_logic
  );
end entity;

architecture rtl of states is
  type state_t is (idle, work, rest, fin, odd);
  signal state : state_t := idle;
  signal acc   : unsigned(WIDTH - 1 downto 0) := to_unsigned(3, WIDTH);

  function scramble(x : unsigned) return unsigned is
  begin
    case to_integer(x(1 downto 0)) is
      when 0      => return x + 1;
      when 1      => return x - 1;
      when others => return x xor to_unsigned(90, x'length);
    end case;
  end function;
begin
  process (clk, rst)
  begin
    if rst = '1' then
      state <= idle;
      acc   <= (others => '0');
    elsif rising_edge(clk) then
      case state is
        when idle =>
          if op(0) = '1' then
            state <= work;
          elsif op = "110" then
            state <= odd;
          end if;
        when work =>
          case op is
            when "000"  => acc <= acc + a;
            when "010"  => acc <= acc - unsigned(b);
            when "011"  => acc <= unsigned(abs (b));
            when "100"  => acc <= resize(acc * a, WIDTH);
            when "101"  => state <= rest;
            when "110"  => state <= fin;
            when others => acc <= scramble(acc);
          end case;
        when rest | fin =>
          state <= idle;
          acc   <= rotate_left(acc, to_integer(a(2 downto 0)));
        when others =>
          state <= work;
      end case;
    end if;
  end process;

  reg <= std_logic_vector(acc);
  with state select
    busy <= '1' when work | odd,
            '0' when others;
end architecture;
